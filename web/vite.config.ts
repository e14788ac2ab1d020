/** Builds the account page into dist/web, where the server finds it. */
import { defineConfig } from 'vite'
import { apiReference } from './reference-plugin.js'

/** `npx vite web` runs beside `npm run dev` and passes API calls on to it. */
const SERVER = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [apiReference()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows data: only for images
    target: ['chrome123', 'firefox121', 'safari17.5'], // the first versions with light-dark()
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(['/web', '/v1', '/v1.0', '/r', '/styles', '/docs/json'].map((path) => [path, SERVER])),
  },
})
