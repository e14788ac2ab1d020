/** Prompts: what the word list understands, and what becomes of it. */
import { describe, expect, it } from 'vitest'
import { composeRecipe } from '../../src/imaging/style/prompt/compose.js'
import { createPromptReader } from '../../src/imaging/style/prompt/read.js'
import { createTokeniser } from '../../src/imaging/style/prompt/tokens.js'
import { understand } from '../../src/imaging/style/prompt/understand.js'
import { findStyle } from '../../src/imaging/style/recipes.js'

const said = (prompt: string) => {
  const { styles, colours, looks, background, ...rest } = understand(prompt)
  return {
    ...rest,
    styles,
    colours: colours.map(({ name }) => name),
    looks: looks.map(({ name }) => name),
    background: background?.kind,
  }
}

describe('the word list', () => {
  it.each<[prompt: string, expected: object]>([
    ['soft watercolor portrait', { styles: ['watercolour'], looks: ['soft'], unknown: [] }],
    ['Van Gogh', { styles: ['starry-night'] }],
    ['black and white pencil drawing', { styles: ['pencil-sketch'], looks: ['black and white'] }],
    ['red chalk on paper', { styles: ['red-chalk'], colours: [] }],
    ['oil painting in red and gold', { styles: ['oil-painting'], colours: ['red', 'gold'] }],
    ['a painting', { styles: ['oil-painting'] }],
    ['van gogh painting', { styles: ['starry-night'] }],
    ['retro video game', { styles: ['pixel-art'] }],
    ['comic book on a blue background', { styles: ['comic-book'], colours: [], background: 'plain' }],
    ['cartoon with a blurred background', { styles: ['cartoon'], background: 'blur' }],
    ['ink sketch, no background', { styles: ['ink-sketch'], background: 'plain' }],
    ['charcoal, no lines', { styles: ['charcoal'], line: 0 }],
    ['gouache with bold outlines', { styles: ['gouache'], line: 1 }],
    ['a subtle sepia', { styles: ['sepia-1900'], strength: 0.55 }],
    ['not a cartoon', { styles: [], unwanted: ['cartoon'] }],
    ['watercolour but not blue', { colours: [] }],
    ['8-bit', { styles: ['pixel-art'] }],
    ['Mucha, film grain', { styles: ['art-nouveau'], texture: 'grain' }],
    ['zorp blimfel', { styles: [], unknown: ['zorp', 'blimfel'] }],
  ])('%s', (prompt, expected) => {
    expect(said(prompt)).toMatchObject(expected)
  })

  it.each([
    ['on a green background', '#2f8f46'],
    ['on a dark green background', '#184823'],
    ['on a pale green background', '#acd2b5'],
  ])('shades the colour of a background: %s', (prompt, colour) => {
    expect(understand(prompt).background?.colours).toEqual([colour])
  })

  it('takes a background’s colours from the background, not from the picture', () => {
    const { background, colours } = understand('pink watercolour on a dark green background')
    expect(background).toMatchObject({ kind: 'plain', colours: ['#184823'] })
    expect(colours.map(({ name }) => name)).toEqual(['pink'])
  })
})

describe('a recipe', () => {
  const whole = (id: string) => ({ style: findStyle(id)!, weight: 1 })
  const nothing = { colours: [], looks: [] }

  it('of one style alone is that style', () => {
    const { steps, finish } = composeRecipe([whole('watercolour')], nothing)
    expect(steps).toEqual(findStyle('watercolour')!.steps)
    expect(finish).toEqual(findStyle('watercolour')!.finish)
  })

  it('of two styles of the network mixes them there', () => {
    const parts = [
      { style: findStyle('etching')!, weight: 0.6 },
      { style: findStyle('woodblock')!, weight: 0.4 },
    ] as const
    const step = composeRecipe(parts, nothing).steps.find(({ do: name }) => name === 'neural')
    const names = parts.flatMap(({ style }) =>
      style.steps.flatMap((own) => (own.do === 'neural' ? Object.keys(own.styles) : [])),
    )
    expect(Object.keys(step?.do === 'neural' ? step.styles : {})).toEqual(names)
  })

  it('of two styles painted with brushes has the strokes of the first before the background of the second', () => {
    const [first, second] = [findStyle('starry-night')!, findStyle('fauvist')!]
    const { steps } = composeRecipe(
      [
        { style: first, weight: 0.6 },
        { style: second, weight: 0.4 },
      ],
      nothing,
    )
    const chosen = (name: string, from: readonly { do: string }[]) => from.filter((step) => step.do === name)
    expect(chosen('strokes', steps)).toEqual(chosen('strokes', first.steps))
    expect(chosen('background', steps)).toEqual(chosen('background', second.steps))
  })

  it('paints the background that was asked for with the same brush', () => {
    const { steps } = composeRecipe([whole('oil-painting')], understand('oil painting on a plain white background'))
    const order = steps.map((step) => step.do)
    expect(order.indexOf('background')).toBeLessThan(order.indexOf('strokes'))
  })

  it('honours colours, light, background, line and texture', () => {
    const wishes = understand('dark red cartoon on a plain white background with thick outlines and film grain')
    const { steps, finish } = composeRecipe([whole('cartoon')], wishes)
    expect(steps.filter((step) => step.do === 'background')).toEqual([
      { do: 'background', kind: 'plain', colours: ['#f6f5f1'] },
    ])
    expect(steps.find((step) => step.do === 'tint')).toMatchObject({ colours: ['#c8202c'] })
    expect(steps.findLast((step) => step.do === 'grade')).toMatchObject({ exposure: -0.5 })
    expect(steps.findLast((step) => step.do === 'lines')).toMatchObject({ weight: 1 })
    expect(finish).toContainEqual(expect.objectContaining({ do: 'grain' }))
  })

  it('without lines has none', () => {
    const { steps } = composeRecipe([whole('comic-book')], understand('comic without outlines'))
    expect(steps.some((step) => step.do === 'lines')).toBe(false)
  })
})

describe('a reader without the sentence network', () => {
  const read = createPromptReader()

  it('paints a default and says so when it understands nothing', async () => {
    const { recipe, description } = await read('żółć 你好 zorp')
    expect(description).toBe('style=oil-painting (default: nothing was understood); not understood=zo?c, ??, zorp')
    expect(recipe.steps).toEqual(findStyle('oil-painting')!.steps)
  })

  it('says in ASCII what it understood', async () => {
    const { description, strength } = await read('subtle Pop Art, turquoise & pink, no outlines')
    expect(description).toBe('style=pop-art; colours=turquoise #27b3b0, pink #f07aa8; line=none')
    expect(strength).toBe(0.55)
  })

  it('stays short enough for a header', async () => {
    const { description } = await read(
      Array.from({ length: 60 }, (_, i) => `wort${i}`)
        .join(' ')
        .slice(0, 500),
    )
    expect(description.length).toBeLessThan(900)
  })
})

describe('pieces of text', () => {
  const vocabulary = ['<unk>', '<s>', '</s>', '<a>', '<b>', '<c>', '\u2581', '\u2581re', 'd', '\u2581red', 'e', 'r']
  const tokenise = createTokeniser(vocabulary.map((piece, i) => [piece, i === 9 ? -1 : -2] as const))

  it('are the best split; unknown runs become one', () => {
    expect(tokenise('red')).toEqual([9])
    expect(tokenise('  red   rer ')).toEqual([9, 7, 11])
    expect(tokenise('redxyz')).toEqual([9, 0])
  })
})
