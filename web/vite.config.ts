/**
 * Builds the account page into dist/web, where the server finds it. The mode says in which language: the first one is at
 * the root, each other one in a folder of its own.
 */
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { version } from '../src/base/version.js'
import { FIRST_LANGUAGE, isLanguage, type Language } from '../src/catalog/languages.js'
import { apiReference } from './reference-plugin.js'
import * as de from './src/texts/de/common.js'
import * as en from './src/texts/en/common.js'

/** `npx vite web` runs beside `npm run dev` and passes API calls on to it. */
const SERVER = 'http://127.0.0.1:8080'

/** What index.html says itself, before any script runs. */
const documentIn = (language: Language): Plugin => ({
  name: 'texts-of-the-document',
  transformIndexHtml: (html) => {
    const { tagline, needsScript } = { en, de }[language].product
    return html
      .replace('lang="en"', `lang="${language}"`)
      .replace('%TAGLINE%', tagline)
      .replace('%NEEDS_SCRIPT%', needsScript)
  },
})

/** By which `#texts` in package.json finds the language. */
const conditionsOf = (language: Language): readonly string[] => (language === 'de' ? ['german'] : [])

export default defineConfig(({ mode }) => {
  const language = isLanguage(mode) ? mode : FIRST_LANGUAGE
  const folder = language === FIRST_LANGUAGE ? '' : `${language}/`
  return {
    base: `/${folder}`,
    resolve: { conditions: [...conditionsOf(language), ...defaultClientConditions] },
    define: { __VERSION__: JSON.stringify(version) },
    plugins: [documentIn(language), apiReference(language)],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: `../dist/web/${folder}`,
      emptyOutDir: true,
      assetsInlineLimit: 0, // the content security policy allows data: only for images
      target: ['chrome123', 'firefox121', 'safari17.5'], // the first versions with light-dark()
      modulePreload: { polyfill: false },
    },
    server: {
      proxy: Object.fromEntries(['/web', '/v1', '/v1.0', '/r', '/styles', '/docs/json'].map((path) => [path, SERVER])),
    },
  }
})
