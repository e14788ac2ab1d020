/** The catalogue of styles and the words of prompts: complete, consistent, and refused when they are not. */
import { describe, expect, it } from 'vitest'
import { currentStyle, formerStyleIds } from '../../src/catalog/former-styles.js'
import { promptLanguages } from '../../src/catalog/prompt-languages.js'
import { promptWords } from '../../src/catalog/prompt-words.js'
import { CATEGORIES } from '../../src/catalog/styles.js'
import { spelled } from '../../src/imaging/style/prompt/spelling.js'
import { understand } from '../../src/imaging/style/prompt/understand.js'
import { findStyle, parseStyles, styles } from '../../src/imaging/style/recipes.js'

const entry = (changes: object = {}) => ({
  id: 'one',
  name: 'One',
  description: 'One.',
  category: 'photo',
  tags: ['one'],
  words: 'one',
  steps: [{ do: 'grade', contrast: 1.1 }],
  ...changes,
})

describe('the catalogue', () => {
  it('holds at least 24 styles in five categories, with unique names', () => {
    expect(styles().length).toBeGreaterThanOrEqual(24)
    for (const category of CATEGORIES) {
      expect(styles().filter((style) => style.category === category).length, category).toBeGreaterThanOrEqual(3)
    }
    for (const key of ['id', 'name', 'description', 'words'] as const) {
      expect(new Set(styles().map((style) => style[key])).size, key).toBe(styles().length)
    }
  })

  it('is searched by id', () => {
    expect(findStyle('ink-sketch')?.category).toBe('drawing')
    expect(findStyle('dali')).toBeUndefined()
  })

  it.each<[string, unknown, string]>([
    ['an unknown step', [entry({ steps: [{ do: 'frobnicate' }] })], '/steps/0'],
    ['an unknown option', [entry({ steps: [{ do: 'grade', contrats: 1 }] })], '/steps/0'],
    ['an option out of its range', [entry({ steps: [{ do: 'grain', amount: 2 }] })], '/steps/0'],
    ['no steps', [entry({ steps: [] })], '/0/steps'],
    ['an id that is not in kebab case', [entry({ id: 'Ink Sketch' })], '/0/id'],
    ['an unknown category', [entry({ category: 'sculpture' })], '/0/category'],
    ['an id twice', [entry(), entry({ name: 'Two' })], 'an id occurs twice'],
  ])('%s is refused', (_name, data, message) => {
    expect(() => parseStyles(data)).toThrow(message)
  })
})

describe('a former style', () => {
  it('has one in its place, and is not offered any more', () => {
    for (const id of formerStyleIds()) {
      expect(findStyle(currentStyle(id)), id).toBeDefined()
      expect(findStyle(id), id).toBeUndefined()
    }
  })
})

describe('the words of prompts', () => {
  it('name styles that exist or existed, and every style has words', () => {
    const named = [...Object.keys(promptWords().styles), ...Object.keys(promptWords().generic)]
    for (const id of named) expect(findStyle(currentStyle(id)), id).toBeDefined()
    for (const { id } of styles()) expect(Object.keys(promptWords().styles), id).toContain(id)
  })

  it('are written as prompts are read', () => {
    const { styles: byStyle, generic, elsewhere, ignored, things, fantastic, grammar, ...lists } = promptWords()
    const words = [
      ...Object.values(byStyle).flat(),
      ...Object.values(generic).flat(),
      ...Object.values(elsewhere).flat(),
      ...ignored,
      ...things,
      ...fantastic,
      ...Object.values(grammar).flat(),
      ...Object.values(lists).flatMap((list) => Object.keys(list)),
    ]
    for (const word of words) expect(spelled(word)).toBe(word)
  })

  it('give no phrase to two styles', () => {
    const phrases = Object.values(promptWords().styles).flat()
    expect(phrases.filter((phrase, i) => phrases.indexOf(phrase) !== i)).toEqual([])
  })
})

describe('the words of other languages', () => {
  const entries = promptLanguages().flatMap(({ words }) => Object.entries(words))

  it('stand for English that the word list knows', () => {
    // Some words are known of backgrounds alone: "blurred".
    for (const [english] of entries) {
      const { unknown, advice } = understand(`${english} background`)
      if (advice.length === 0) expect(unknown, english).toEqual([])
    }
  })

  it('are unambiguous', () => {
    for (const { words } of promptLanguages()) {
      const read = Object.values(words).flat().map(spelled)
      expect(read.filter((phrase, i) => read.indexOf(phrase) !== i)).toEqual([])
    }
  })
})
