import { useState } from 'preact/hooks';
import { type Me, signIn } from './api';

/** Asks for the shared access token, or for a name and a password: whichever the service takes. */
export function SignIn({ ways, done }: { ways: Me['sign_in']; done: () => void }) {
  const [withToken, setWithToken] = useState(!ways.includes('password'));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    const entered = new FormData(e.currentTarget as HTMLFormElement);
    const value = (name: string) => String(entered.get(name) ?? '');
    setBusy(true);
    setProblem('');
    try {
      await signIn(withToken ? { token: value('token') } : { user: value('user'), password: value('password') });
      done();
    } catch (failure) {
      setProblem((failure as Error).message);
      setBusy(false);
    }
  };

  return (
    <main class="signin">
      <form onSubmit={submit}>
        <h1>ChatMRPT</h1>
        {withToken ? (
          <label>
            Access token
            <input key="token" name="token" type="password" autocomplete="current-password" required autoFocus />
          </label>
        ) : (
          <>
            <label>
              Name
              <input key="user" name="user" autocomplete="username" autocapitalize="none" required autoFocus />
            </label>
            <label>
              Password
              <input key="password" name="password" type="password" autocomplete="current-password" required />
            </label>
          </>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="send" disabled={busy}>
          Sign in
        </button>
        {ways.length > 1 && (
          <button type="button" class="quiet" onClick={() => setWithToken(!withToken)}>
            {withToken ? 'Use a name and password' : 'Use an access token'}
          </button>
        )}
      </form>
    </main>
  );
}
