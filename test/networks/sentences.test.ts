/** The real sentence network: what it adds to prompts that name no style. */
import { beforeAll, expect, it } from 'vitest'
import type { StyleRecipe } from '../../src/imaging/job.js'
import { createNearestFinder } from '../../src/imaging/style/prompt/nearest.js'
import { type FindNearest, recipeFor } from '../../src/imaging/style/prompt/read.js'
import { type FindMeaning, loadSentences, similarity } from '../../src/imaging/style/prompt/sentences.js'
import { loadManifest } from '../../src/models/manifest.js'
import { createModelStore } from '../../src/models/store.js'
import { repositoryModels } from '../support/project.js'

let findMeaning: FindMeaning
let findNearest: FindNearest
const read = (prompt: string, style: string): Promise<StyleRecipe> => recipeFor({ prompt, style }, findNearest)

beforeAll(async () => {
  const { sentences } = await createModelStore(repositoryModels, loadManifest()).texts()
  findMeaning = await loadSentences(sentences!)
  findNearest = createNearestFinder(findMeaning)
})

it('texts with similar meanings point the same way', async () => {
  const [window, glass, oil] = await Promise.all(
    ['like a church window', 'stained glass church window', 'oil painting on canvas with thick brush strokes'].map(
      findMeaning,
    ),
  )
  expect(similarity(window!, window!)).toBeCloseTo(1, 5)
  // As the original runtime says, too.
  expect(similarity(window!, glass!)).toBeCloseTo(0.713, 2)
  expect(similarity(window!, oil!)).toBeLessThan(0.45)
})

it('finds a style by meaning where none is named', async () => {
  const { description } = await read('two-coloured cover for a streaming playlist', 'comic-book')
  expect(description).toMatch(/^style=duotone.*\(by meaning, 0\.\d\d\)/)
})

it('reads the same words the same way', async () => {
  const prompt = 'a gloomy afternoon on the moors'
  expect(await read(prompt, 'comic-book')).toEqual(await read(prompt, 'comic-book'))
})

it('does not guess about words without meaning', async () => {
  for (const prompt of ['qwrt zxcv', 'zorp blimfel quux', 'my invoice is wrong', 'holding a cat']) {
    await expect(read(prompt, 'comic-book'), prompt).rejects.toMatchObject({ reason: 'prompt_not_understood' })
  }
})
