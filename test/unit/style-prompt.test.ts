/** Prompts: what the word list understands, and what becomes of it. */
import { describe, expect, it } from 'vitest'
import type { StyleWishes } from '../../src/imaging/job.js'
import { composeRecipe } from '../../src/imaging/style/prompt/compose.js'
import { recipeFor } from '../../src/imaging/style/prompt/read.js'
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
    ['linocut with a blurred background', { styles: ['linocut'], background: 'blur' }],
    ['ink sketch, no background', { styles: ['ink-sketch'], background: 'plain' }],
    ['charcoal, no lines', { styles: ['charcoal'], line: 0 }],
    ['gouache with bold outlines', { styles: ['gouache'], line: 1 }],
    ['a subtle sepia', { styles: ['sepia-1900'], strength: 0.55 }],
    ['not a comic', { styles: [], unwanted: ['comic-book'] }],
    ['watercolour but not blue', { colours: [] }],
    ['8-bit', { styles: ['pixel-art'] }],
    ['Klimt, film grain', { styles: ['golden-ornament'], texture: 'grain' }],
    ['zorp blimfel', { styles: [], unknown: ['zorp', 'blimfel'] }],
    // Other forms of known words.
    ['warmer, softer and gloomier', { looks: ['warm', 'soft', 'gloomy'], unknown: [] }],
    ['Van-Gogh-style', { styles: ['starry-night'], unknown: [] }],
    ['a comicesque portrait, reddish', { styles: ['comic-book'], colours: ['red'], unknown: [] }],
    ['like the old masters', { styles: ['oil-painting'], unknown: [] }],
    ['Rembrandt’s etchings', { styles: ['oil-painting', 'etching'] }],
    ['watrecolor', { styles: ['watercolour'], unknown: [] }],
    ['rembrant', { styles: ['oil-painting'], unknown: [] }],
    // Eras give way to media.
    ['80s arcade', { styles: ['pixel-art'] }],
    ['arcade game of the 80s', { styles: ['pixel-art'] }],
    ['1920s silent film', { styles: ['silver-portrait'], texture: 'grain', unknown: [] }],
    [
      'watercolour with pencil lines, autumn colours, calm',
      { styles: ['watercolour'], looks: ['autumn', 'calm'], line: 0.55 },
    ],
    // Negations end with their clause, and reach over "or".
    ['watercolour, not dark, warm', { looks: ['not dark', 'warm'] }],
    ['oil painting, no lines or grain', { line: 0, texture: 'none' }],
    ['film noir without grain', { styles: ['film-noir'], texture: 'none' }],
    ['without colour', { styles: [], looks: ['without colour'] }],
    ['not a comic but a watercolour', { styles: ['watercolour'], unwanted: ['comic-book'] }],
    // A shade is the colour's, not the picture's.
    ['dark red comic', { colours: ['dark red'], looks: [] }],
    ['pastel pink and light blue', { colours: ['pastel pink', 'light blue'], styles: [] }],
  ])('%s', (prompt, expected) => {
    expect(said(prompt)).toMatchObject(expected)
  })

  it('takes a negated look half as far the other way', () => {
    expect(understand('not dark').looks[0]!.look).toMatchObject({ exposure: 0.25 })
    expect(understand('less contrast').looks[0]!.look.contrast).toBeCloseTo(0.88, 2)
  })

  it.each([
    ['on a green background', '#2f8f46'],
    ['on a dark green background', '#184823'],
    ['on a pale green background', '#acd2b5'],
  ])('shades the colour of a background: %s', (prompt, colour) => {
    expect(understand(prompt).background?.colours).toEqual([colour])
  })

  it('gives Rembrandt his brown, unless the prompt says otherwise', () => {
    expect(understand('Rembrandt').background).toMatchObject({ kind: 'halo', name: 'rembrandt' })
    expect(understand('Rembrandt on a blue background').background).toMatchObject({ kind: 'plain', name: 'blue' })
    expect(understand('no candlelight').background).toBeUndefined()
  })

  it.each([
    ['watercolour blue background', 'blue'],
    ['starry night sky background', 'starry night sky'],
    ['pastel pink background', 'pastel pink'],
  ])('tells a style from what is behind the person: %s', (prompt, name) => {
    expect(understand(prompt).background?.name).toBe(name)
  })

  it('takes a background’s colours from the background, not from the picture', () => {
    const { background, colours } = understand('pink watercolour on a dark green background')
    expect(background).toMatchObject({ kind: 'plain', colours: ['#184823'] })
    expect(colours.map(({ name }) => name)).toEqual(['pink'])
  })
})

describe('prompts in other languages', () => {
  it.each<[prompt: string, expected: object]>([
    ['Aquarell mit blauem Hintergrund', { styles: ['watercolour'], background: 'plain', colours: [], unknown: [] }],
    ['schwarz-weiße Kohlezeichnung', { styles: ['charcoal'], looks: ['black and white'], unknown: [] }],
    ['Oelgemaelde im Stil von Rembrandt', { styles: ['oil-painting'], unknown: [] }],
    ['kein Comic, sondern ein Holzschnitt', { styles: ['linocut'], unwanted: ['comic-book'] }],
    ['dibujo a lápiz, sin fondo', { styles: ['pencil-sketch'], background: 'plain', unknown: [] }],
    ['lapiz', { styles: ['pencil-sketch'] }],
    ['óleo, colores cálidos', { styles: ['oil-painting'], looks: ['warm'], unknown: [] }],
    ['peinture à l’huile, tons chauds', { styles: ['oil-painting'], looks: ['warm'], unknown: [] }],
    ['rose, zorp blimfel', { colours: ['rose'] }],
    ['noir et blanc', { styles: ['silver-portrait'], looks: ['black and white'] }],
    ['aquarela com fundo azul claro', { styles: ['watercolour'], background: 'plain', unknown: [] }],
    ['acuarela fondo verde', { styles: ['watercolour'], background: 'plain', colours: [] }],
    // Found inside a run of characters, the longest first: 水彩画 is no 水彩 with something after it.
    ['蓝色背景的水彩画', { styles: ['watercolour'], background: 'plain', colours: [], unknown: [] }],
    ['黑白素描，暖色', { styles: ['pencil-sketch'], looks: ['black and white', 'warm'], unknown: [] }],
    ['油絵、青い背景', { styles: ['oil-painting'], background: 'plain', unknown: [] }],
    ['白黒の色鉛筆', { styles: ['coloured-pencil'], looks: ['black and white'], unknown: [] }],
    ['Monet風', { styles: ['water-garden'], unknown: [] }],
    // Inflections, compounds and other spellings.
    ['melancholische Herbststimmung in kühlem Licht', { looks: ['melancholic', 'autumn', 'cold light'], unknown: [] }],
    ['Renaissanceporträt', { styles: ['renaissance'], unknown: [] }],
    ['xilografías antiguas', { styles: ['linocut'], unknown: [] }],
    ['fondo azul oscuro', { background: 'plain', unknown: [] }],
    ['ecru pastel, zorp blimfel', { colours: ['ecru'] }],
    ['水彩畫，聖誕節', { styles: ['watercolour'], looks: ['christmas'], unknown: [] }],
    ['ヴァン・ゴッホ', { styles: ['starry-night'], unknown: [] }],
    ['冷たい青い光', { looks: ['cold'], colours: ['blue'], unknown: [] }],
    // What a sentence is made of is no news, even around names alone.
    ['in der Art von van Gogh', { styles: ['starry-night'], unknown: [] }],
    ['foto vintage de los años 70', { styles: ['faded-70s'], unknown: [] }],
    ['像梵高一样', { styles: ['starry-night'], unknown: [] }],
    ['暗すぎない', { looks: ['not dark'], unknown: [] }],
    ['sin color', { looks: ['without colour'], unknown: [] }],
    // Mixed with English.
    ['Aquarell with soft light', { styles: ['watercolour'], looks: ['soft light'], unknown: [] }],
    ['watercolour 蓝色背景', { styles: ['watercolour'], background: 'plain' }],
    // English words that mean something else elsewhere: "film noir", Spanish "without", German "bright".
    ['film noir', { styles: ['film-noir'], colours: [] }],
    ['a portrait full of sin, charcoal', { styles: ['charcoal'], unknown: ['full', 'sin'] }],
    ['swap our faces', { colours: [] }],
    ['portrait from hell', { looks: [], unknown: ['hell'] }],
  ])('%s', (prompt, expected) => {
    expect(said(prompt)).toMatchObject(expected)
  })
})

describe('things that nobody paints', () => {
  const things = (prompt: string): string[] => understand(prompt).things.map(({ name }) => name)

  it.each<[prompt: string, names: string[]]>([
    ['with a red balloon', ['balloon']],
    ['oil painting, wearing a green hat', ['hat']],
    ['holding a cat', ['cat']],
    ['dragon in the background', ['dragon']],
    ['comic with a green dragon in the background', ['dragon']],
    ['gouache with a purple zeppelin over a blue castle', ['zeppelin', 'castle']],
    ['crown of thorns, charcoal', ['crown']],
    ['me riding a white horse, linocut', ['horse']],
    ['surrounded by yellow fireflies, watercolour', ['fireflies']],
    ['in a red sari, watercolour', ['sari']],
    ['wearing black, film noir', ['black']],
    ['dressed as a pirate, comic', ['pirate']],
    ['a red sports car behind me, comic', ['sports car']],
    ['toucan on my shoulder, linocut', ['toucan']],
    ['pyramids behind', ['pyramids']],
    ['eiffel tower, red', ['eiffel tower']],
    ['pop art with blue eyes and pink hair', ['eyes', 'hair']],
    ['with a rose', ['rose']],
    ['gouache, red zorplin', ['zorplin']],
    ['turn her hair pink', ['hair']],
    ['mit einem roten Ballon', ['balloon']],
    ['acuarela con un globo rojo', ['balloon']],
    ['戴着红色帽子的油画', ['hat']],
  ])('%s', (prompt, names) => {
    expect(things(prompt)).toEqual(names)
    const { colours, looks, background } = understand(prompt.replace(', red', ''))
    expect({ colours, looks, background }).toEqual({ colours: [], looks: [], background: undefined })
  })

  it.each([
    ...[
      'with a warm glow',
      'with a soft light',
      'with pencil lines',
      'with thick brush strokes',
      'in the style of a comic',
    ],
    ...[
      'with a touch of gold',
      'painted by hand',
      'watercolour with blue shadows',
      'on rough paper',
      'as a painting by Monet',
      'with a vintage feel',
    ],
    ...[
      'in a warm palette of ochre and sienna',
      'with a pale blue background',
      'blue shimmering watercolour',
      'at night',
    ],
    ...[
      'sunset in the background',
      'oil painting with red and gold tones',
      'add film grain and more contrast',
      'in a church window',
    ],
  ])('not in “%s”', (prompt) => {
    expect(things(prompt)).toEqual([])
  })
})

describe('a recipe', () => {
  const composed = (id: string, wishes: StyleWishes) => composeRecipe({ parts: [{ style: id, weight: 1 }], wishes })
  const mixed = (first: string, second: string) =>
    composeRecipe({
      parts: [
        { style: first, weight: 0.6 },
        { style: second, weight: 0.4 },
      ],
      wishes: nothing,
    })
  const nothing = { colours: [], looks: [] }

  it('of one style alone is that style', () => {
    const { steps, finish } = composed('watercolour', nothing)
    expect(steps).toEqual(findStyle('watercolour')!.steps)
    expect(finish).toEqual(findStyle('watercolour')!.finish)
  })

  it('of two styles painted with brushes has the strokes of the first before the background of the second', () => {
    const [first, second] = [findStyle('starry-night')!, findStyle('sunlit-strokes')!]
    const { steps } = mixed(first.id, second.id)
    const chosen = (name: string, from: readonly { do: string }[]) => from.filter((step) => step.do === name)
    expect(chosen('strokes', steps)).toEqual(chosen('strokes', first.steps))
    expect(chosen('background', steps)).toEqual(chosen('background', second.steps))
  })

  it('paints the background that was asked for with the same brush', () => {
    const { steps } = composed('oil-painting', understand('oil painting on a plain white background'))
    const order = steps.map((step) => step.do)
    expect(order.indexOf('background')).toBeLessThan(order.indexOf('strokes'))
  })

  it('honours colours, light, background, line and texture', () => {
    const wishes = understand('dark, red comic on a plain white background with thick outlines and film grain')
    const { steps, finish } = composed('comic-book', wishes)
    expect(steps.filter((step) => step.do === 'background')).toEqual([
      { do: 'background', kind: 'plain', colours: ['#f6f5f1'] },
    ])
    expect(steps.find((step) => step.do === 'tint')).toMatchObject({ colours: ['#c8202c'] })
    expect(steps.findLast((step) => step.do === 'grade')).toMatchObject({ exposure: -0.5 })
    expect(steps.findLast((step) => step.do === 'inking')).toMatchObject({ weight: 1 })
    expect(finish).toContainEqual(expect.objectContaining({ do: 'grain' }))
  })

  it('without lines has none', () => {
    const { steps } = composed('comic-book', understand('comic without outlines'))
    expect(steps.some((step) => step.do === 'inking')).toBe(false)
  })
})

describe('a reader without the sentence network', () => {
  const read = (prompt: string, style = 'comic-book') => recipeFor({ prompt, style }, async () => undefined)

  it.each<[prompt: string, message: string]>([
    ['żółć 你好 zorp', 'nothing in it says how the picture is to look. Try media'],
    ['gothci', 'Did you mean gothic?'],
    ['the floor of my villa', 'nothing in it says how the picture is to look. Try media'],
    ['holding a cat', 'add or remove nothing (cat)'],
    ['a dark knight on a horse', 'add or remove nothing (horse, knight)'],
    ['turn her hair pink', 'add or remove nothing (hair)'],
    ['con un sombrero negro', 'add or remove nothing (hat)'],
    ['make it better', 'nothing in it says'],
    ['my passport photo', 'POST /v1/id-photo'],
    ['ein biometrisches Passbild', 'POST /v1/id-photo'],
    ['remove the background', 'POST /v1/remove'],
    ['make me look younger', 'keep their age'],
    ['pink hair', "'duotone, pink'"],
    ['me as a pirate in watercolour', 'The nearest style is watercolour.'],
    ['yellow skin of a TV family', 'The nearest style is comic-book.'],
    ['a zorp loading quux', 'nothing in it says how the picture is to look. Try media'],
    ['???', 'nothing in it says'],
  ])('refuses what says nothing: %s', async (prompt, message) => {
    const refusal = await read(prompt).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'invalid_request', parameter: 'prompt', reason: 'prompt_not_understood' })
    expect((refusal as Error).message).toContain(message)
    expect((refusal as Error).message).toContain("'like Rembrandt'")
  })

  it('says in ASCII what it understood', async () => {
    const { description, strength } = await read('subtle Pop Art, turquoise & pink, no outlines, żółć')
    expect(description).toBe(
      'style=comic-book (in place of pop-art); colours=turquoise #27b3b0, pink #f07aa8; line=none; not understood=zo%C5%82c',
    )
    expect(strength).toBe(0.55)
  })

  it('cuts a long line between two characters', async () => {
    const { description } = await read(`comic ${'犇'.repeat(200)}`)
    expect(decodeURIComponent(description)).toMatch(/^style=comic-book; not understood=犇{90,100}$/)
  })

  it('names what it does not add or remove', async () => {
    const { description } = await read('comic with a red balloon and a kite, without glasses')
    expect(description).toBe('style=comic-book; not added=balloon, kite; not removed=glasses')
  })

  it.each([
    ['warmer, softer', 'gouache', 'style=gouache (as chosen); light=warm, soft'],
    ['without colour', 'gouache', 'style=gouache (as chosen); light=without colour'],
    ['warm, with a balloon', 'gouache', 'style=gouache (as chosen); light=warm; not added=balloon'],
    ['not a comic, blue', 'comic-book', 'style=oil-painting (as chosen); colours=blue #2458b8; without=comic-book'],
  ])('changes the chosen preset where no other is named: %s', async (prompt, preset, expected) => {
    expect((await read(prompt, preset)).description).toBe(expected)
  })

  it('names the style nearest in meaning where none is near', async () => {
    const nearest = { parts: [{ style: 'gouache', weight: 1 }], similarity: 0.4, isClear: false } as const
    const refused = recipeFor({ prompt: 'the floor of my villa', style: 'comic-book' }, async () => nearest)
    await expect(refused).rejects.toThrow('The nearest style is gouache. Try media')
  })

  it('names none that is no nearer than to nonsense', async () => {
    const nearest = { parts: [{ style: 'gouache', weight: 1 }], similarity: 0.3, isClear: false } as const
    const refused = recipeFor({ prompt: 'the floor of my villa', style: 'comic-book' }, async () => nearest)
    await expect(refused).rejects.toThrow('how the picture is to look. Try media')
  })

  it.each([
    ['watercolour with a zorp', 'a style is named'],
    ['warmer, softer', 'every word is known'],
  ])('asks for no meaning: %s, because %s', async (prompt) => {
    const recipe = await recipeFor({ prompt, style: 'comic-book' }, async () => expect.unreachable())
    expect(recipe.description).toMatch(/^style=/)
  })

  it('paints what is near in meaning, with the rest of what was said', async () => {
    const asked: unknown[] = []
    const recipe = await recipeFor(
      { prompt: 'zorp blimfel, in blue, not a comic', style: 'comic-book' },
      async (...question) => {
        asked.push(question)
        return { parts: [{ style: 'gouache', weight: 1 }], similarity: 0.6149, isClear: true }
      },
    )
    expect(asked).toEqual([['zorp blimfel, in blue, not a comic', ['comic-book']]])
    expect(recipe).toMatchObject({
      parts: [{ style: 'gouache', weight: 1 }],
      wishes: { colours: [{ name: 'blue' }] },
      description: 'style=gouache (by meaning, 0.61); colours=blue #2458b8; without=comic-book',
    })
  })

  it('paints a preset as it is, and refuses one that does not exist', async () => {
    const nearest = async () => expect.unreachable()
    expect(await recipeFor({ style: 'gouache' }, nearest)).toEqual({
      parts: [{ style: 'gouache', weight: 1 }],
      wishes: { colours: [], looks: [] },
      strength: 1,
      description: 'style=gouache',
    })
    await expect(recipeFor({ style: 'dali' }, nearest)).rejects.toMatchObject({ parameter: 'style' })
  })

  it.each([
    ['a former style', { style: 'anime' }, 'style=comic-book (in place of anime)'],
    ['one that a prompt names', { style: 'gouache', prompt: 'Pixar' }, 'style=comic-book (in place of film-character)'],
    [
      'one that a prompt changes',
      { style: 'woodblock', prompt: 'warmer' },
      'style=comic-book (as chosen, in place of woodblock); light=warm',
    ],
    ['two that come to the same', { style: 'gouache', prompt: 'a manga cartoon, in clay' }, 'style=comic-book (in'],
    ['one beside a current one', { style: 'gouache', prompt: 'anime in oil' }, 'style=comic-book 0.62 + oil-painting'],
    [
      'a former style that is ruled out',
      { style: 'gouache', prompt: 'not a cartoon but a comic' },
      'style=comic-book;',
    ],
  ])('paints %s with what is nearest, and says so', async (_name, order, expected) => {
    const { description, parts } = await recipeFor(order, async () => undefined)
    expect(description.slice(0, expected.length)).toBe(expected)
    for (const part of parts) expect(findStyle(part!.style)).toBeDefined()
  })

  it('stays short enough for a header', async () => {
    const { description } = await read(`oil ${Array.from({ length: 60 }, (_, i) => `wort${i}`).join(' ')}`)
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
