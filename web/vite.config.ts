/** Builds the account page into dist/web, where the server finds it. */
import { defineConfig } from 'vite'

/** For `npx vite web` beside `npm run dev`: what the page asks for comes from the server. */
const SERVER = 'http://127.0.0.1:8080'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy knows no data: but for pictures
    target: ['chrome123', 'firefox121', 'safari17.5'], // the first with light-dark()
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(['/web', '/v1', '/v1.0', '/r', '/styles', '/docs'].map((path) => [path, SERVER])),
  },
})
