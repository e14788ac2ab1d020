/** The page's languages: whole, and chosen as the reader wants. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CUTOUT_WARNINGS } from '../../src/catalog/cutout-warnings.js'
import { idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import { WARNINGS } from '../../src/catalog/id-photo-warnings.js'
import { LANGUAGES, preferredLanguage } from '../../src/catalog/languages.js'
import { presets } from '../../src/catalog/presets.js'
import { styleEntries } from '../../src/catalog/styles.js'
import * as german from '../../web/src/texts/de/catalog.js'
import { advice as germanAdvice, idPhoto as germanIdPhoto } from '../../web/src/texts/de/playground.js'
import { advice, idPhoto } from '../../web/src/texts/en/playground.js'
import { projectFile } from '../support/project.js'

const filesOf = (language: string): string[] => readdirSync(projectFile(`web/src/texts/${language}`)).sort()

test('every language has a folder with the same files; the compiler compares what is in them', () => {
  expect(readdirSync(projectFile('web/src/texts')).sort()).toEqual(Object.keys(LANGUAGES).sort())
  for (const language of Object.keys(LANGUAGES)) expect(filesOf(language), language).toEqual(filesOf('en'))
})

describe('German has a name', () => {
  const sorted = (ids: readonly string[]): string[] => [...ids].sort()
  test('for every style', () => {
    expect(sorted(Object.keys(german.styleNames))).toEqual(sorted(styleEntries().map(({ id }) => id)))
  })
  test('for every ID photo format', () => {
    expect(sorted(Object.keys(german.formatNames))).toEqual(sorted(idPhotoCatalog().specs.map(({ id }) => id)))
  })
  test('for every colour of a background, and English too', () => {
    const colours = sorted(Object.keys(idPhotoCatalog().colors))
    for (const { colours: names } of [germanIdPhoto, idPhoto]) expect(sorted(Object.keys(names))).toEqual(colours)
  })
  test('for every preset', () => {
    expect(sorted(Object.keys(german.presetNames))).toEqual(sorted(presets().map(({ id }) => id)))
  })
  test('for every warning', () => {
    expect(sorted(Object.keys(german.warnings))).toEqual(sorted(Object.keys({ ...WARNINGS, ...CUTOUT_WARNINGS })))
  })
})

test.each([
  ['problems', german.problems.byMessage],
  ['advice', advice.byMessage],
  ['German advice', germanAdvice.byMessage],
])('of the openings among %s none is hidden by a shorter one before it', (_, openings) => {
  for (const [opening] of openings) expect(openings.find(([other]) => opening.startsWith(other))?.[0]).toBe(opening)
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de'],
  ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['*,de;q=0.5', 'en'],
  ['de;q=0,*;q=0.1', 'en'],
  ['de;q=nonsense', 'en'],
  [';;,,=', 'en'],
])('a browser that asks for %s gets %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
