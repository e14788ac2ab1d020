/** What can be asked for by name: the styles, and the formats of ID photos. */
import { aliasesOf, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { searchFormats } from '../catalog/search-formats.js'
import { styleEntries } from '../catalog/styles.js'
import { answer, type Command, jsonOption, PROGRAM, printTable, textsOf, UsageError } from './command.js'

const WORDS = { name: 'words', label: 'WORD', many: true, optional: true } as const

export const offersCommands: readonly Command[] = [
  {
    name: 'styles',
    group: 'Photos',
    summary: 'List the portrait styles, all or those that fit some words',
    options: jsonOption,
    operand: WORDS,
    examples: ['styles', 'styles pencil'],
    run: async (values) => {
      const words = textsOf(values, 'words').map((word) => word.toLowerCase())
      const found = styleEntries()
        .filter((style) => words.every((word) => textOf(style).includes(word)))
        .map(({ id, name, category, description }) => ({ id, name, category, description }))
      if (found.length === 0) throw nothing('style', words)
      answer(values, found, () =>
        printTable([['ID', 'KIND', 'DESCRIPTION'], ...found.map((it) => [it.id, it.category, it.description])]),
      )
    },
  },
  {
    name: 'formats',
    group: 'Photos',
    summary: 'List the formats of ID photos, all or those that fit some words',
    about: 'Words are countries, documents or sizes, such as french visa or 35x45mm; slips in them are forgiven.',
    options: jsonOption,
    operand: WORDS,
    examples: ['formats', 'formats german passport'],
    run: async (values) => {
      const words = textsOf(values, 'words')
      const formats = idPhotoCatalog().specs.map((spec) => ({ ...spec, aliases: aliasesOf(spec) }))
      const found = searchFormats(formats, words.join(' '))
      if (found.length === 0) throw nothing('format', words)
      const facts = found.map(({ id, name, country, width_mm, height_mm, width_px, height_px, backgrounds }) => {
        return { id, name, country, width_mm, height_mm, width_px, height_px, backgrounds }
      })
      answer(values, facts, () =>
        printTable([
          ['ID', 'NAME', 'MM', 'PIXELS', 'BACKGROUND'],
          ...facts.map((it) => [
            it.id,
            it.name,
            `${it.width_mm} x ${it.height_mm}`,
            `${it.width_px} x ${it.height_px}`,
            it.backgrounds.join(', '),
          ]),
        ]),
      )
    },
  },
]

const textOf = ({ id, name, category, description, tags }: ReturnType<typeof styleEntries>[number]): string =>
  [id, name, category, description, ...tags].join(' ').toLowerCase()

const nothing = (what: 'style' | 'format', words: readonly string[]): UsageError =>
  new UsageError(`No ${what} fits '${words.join(' ')}'. ${PROGRAM} ${what}s lists them all.`)
