import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

/** Puts name.br and name.gz beside every built file, which the server sends as they are. */
function compressed(folder: string) {
  return {
    name: 'compressed',
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  build: {
    outDir: 'dist/page',
    target: 'es2020',
    cssTarget: 'chrome90',
    assetsInlineLimit: 0, // data: addresses are not allowed by the page's policy
    modulePreload: false,
  },
  plugins: [compressed('dist/page')],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
