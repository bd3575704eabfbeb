import { ChooseFiles } from './choosefiles';

/** What a session begins with. */
export function Welcome({ add, say }: { add: (files: File[]) => void; say: (text: string) => void }) {
  return (
    <section class="welcome">
      <h2>Begin with the files you have</h2>
      <p>
        Facility counts as they come from DHIS2 or NMEP lead to test positivity. Ward variables and population lead on to the risk ranking
        and the net plan, boundaries to the maps.
      </p>
      <div class="dropzone">
        <ChooseFiles class="send" add={add}>
          Choose files
        </ChooseFiles>
        <span>or drop them anywhere on the page</span>
      </div>
      <p class="hint">
        CSV, TSV, Excel; boundaries as zipped shapefile or GeoJSON. What is repaired, left out or missing is said. Or ask{' '}
        <button type="button" class="quiet" onClick={() => say('what can you do?')}>
          what can you do?
        </button>
      </p>
    </section>
  );
}
