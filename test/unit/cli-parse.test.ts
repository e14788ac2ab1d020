/** The command line's own manners: help, versions, and mistakes that are answered with what was probably meant. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commandReference } from '../../scripts/command-reference.js'
import { UsageError } from '../../src/cli/command.js'
import { commands } from '../../src/cli/commands.js'
import { bashCompletion } from '../../src/cli/completion/bash.js'
import { fishCompletion } from '../../src/cli/completion/fish.js'
import { completionsOf } from '../../src/cli/completion/words.js'
import { zshCompletion } from '../../src/cli/completion/zsh.js'
import { commandHelp, familyHelp, overallHelp } from '../../src/cli/help.js'
import { parseCall } from '../../src/cli/parse.js'
import { projectFile } from '../support/project.js'

const call = (line: string) => parseCall(line.split(' ').filter(Boolean), commands)

const messageOf = (line: string): string => {
  try {
    call(line)
  } catch (error) {
    if (error instanceof UsageError) return error.message
  }
  return ''
}

describe('what is wanted', () => {
  test.each([
    ['', { kind: 'help' }],
    ['--help', { kind: 'help' }],
    ['help', { kind: 'help' }],
    ['--version', { kind: 'version' }],
    ['remove --version', { kind: 'version' }],
    ['-v', { kind: 'version' }],
    ['version', { kind: 'version' }],
    ['remove photo.jpg --help', { kind: 'help', command: { name: 'remove' } }],
    ['help key create', { kind: 'help', command: { name: 'key create' } }],
    ['key', { kind: 'family', word: 'key' }],
    ['key --help', { kind: 'family', word: 'key' }],
    ['networks', { kind: 'run', command: { name: 'networks' } }],
    ['networks add mine.onnx', { kind: 'run', command: { name: 'networks add' }, values: { file: 'mine.onnx' } }],
    ['networks --help', { kind: 'help', command: { name: 'networks' } }],
    ['remove a.jpg b.jpg -o out', { kind: 'run', values: { photos: ['a.jpg', 'b.jpg'], output: 'out' } }],
    ['remove - -o -', { kind: 'run', values: { photos: ['-'], output: '-' } }],
    ['backup now.tar', { kind: 'run', values: { file: 'now.tar' } }],
  ])('%s', (line, wanted) => {
    expect(call(line)).toMatchObject(wanted)
  })

  test('what follows -- is no option', () => {
    expect(call('remove -- --help')).toMatchObject({ kind: 'run', values: { photos: ['--help'] } })
    expect(call('remove -- -om')).toMatchObject({ values: { photos: ['-om'] } })
  })
})

describe('what users of rembg type', () => {
  test.each<[string, object]>([
    ['i in.jpg out.png', { photos: ['in.jpg'], output: 'out.png' }],
    ['i -m u2net -om in.jpg out.png', { photos: ['in.jpg'], output: 'out.png', detail: 'u2net', 'only-mask': true }],
    ['i --model=u2net -a -ppm - -', { photos: ['-'], output: '-', detail: 'u2net' }],
    ['p -w in out', { photos: ['in'], output: 'out/', watch: true }],
    ['remove -bgc 255 128 0 8 in.jpg', { photos: ['in.jpg'], 'bg-color': '#ff800008' }],
    [
      'style -m u2net --url https://a.example b.jpg',
      { photos: ['b.jpg'], detail: 'u2net', server: 'https://a.example' },
    ],
  ])('%s', (line, values) => {
    expect(call(line)).toMatchObject({ kind: 'run', values })
  })

  test('i --help is the help of remove', () => {
    expect(call('i --help')).toMatchObject({ kind: 'help', command: { name: 'remove' } })
  })

  test.each([
    ['i in.jpg', 'Name what is read and what is written: silhouette i IN OUT; or silhouette remove IN… -o OUT'],
    ['p a b c', 'silhouette p IN OUT'],
    ['s --port 5000', "There is no command 's': silhouette serve starts the server"],
    ['b', 'silhouette remove - -o -'],
    ['d u2net', 'silhouette models pull fetches the networks'],
    ['remove -bgc 255 255 255 in.jpg', '-bgc takes four numbers from 0 to 255: -bgc R G B A'],
    ['remove -bgc 255 255 256 0 in.jpg', '-bgc takes four numbers'],
    ['i -af 240 in.jpg out.png', 'There is no option -af: there is nothing to set; edges are always refined'],
    ['remove -v in.jpg', 'There is no option -v: every result is reported anyway'],
    ['key create -m x', 'There is no option -m'],
  ])('%s says what to write', (line, message) => {
    expect(messageOf(line)).toContain(message)
  })
})

test.each([
  ['remvoe a.jpg', "There is no command 'remvoe a.jpg'. Did you mean 'remove'?"],
  ['key crate', "Did you mean 'key create'?"],
  ['idphoto', "Did you mean 'id-photo'?"],
  ['remove a.jpg --fromat png', 'There is no option --fromat. Did you mean --format?'],
  ['remove a.jpg --xyzzyx', 'There is no option --xyzzyx\nUsage: silhouette remove [OPTIONS] INPUT…'],
  ['backup a b', "Unexpected argument 'b'"],
  ['key create --email', "Option '--email <value>' argument missing"],
])('%s is explained', (line, message) => {
  expect(messageOf(line)).toContain(message)
})

describe('help', () => {
  const texts = [
    overallHelp(commands),
    familyHelp(
      'key',
      commands.filter(({ name }) => name.startsWith('key ')),
    ),
    ...commands.map(commandHelp),
  ]

  test('fits 80 columns', () => {
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([])
  })

  test('of every command shows its options and two examples that its own parser takes', () => {
    for (const command of commands) {
      const text = commandHelp(command)
      for (const option of Object.keys(command.options)) expect(text).toContain(`--${option}`)
      for (const example of command.examples) {
        expect(text).toContain(`  silhouette ${example}`)
        const words = example.replace(/ *([|<>]|&&|\|\|).*$/, '').match(/'[^']*'|\S+/g) ?? []
        const wanted = parseCall(
          words.map((word) => word.replaceAll("'", '')),
          commands,
        )
        expect(wanted).toMatchObject({ kind: 'run', command: { name: command.name } })
      }
    }
  })

  test('is what docs/command-line.md says; npx tsx scripts/command-reference.ts writes it', () => {
    const file = projectFile('docs/command-line.md')
    expect(readFileSync(file, 'utf8')).toBe(commandReference(readFileSync(file, 'utf8')))
  })
})

describe('completion', () => {
  const completions = completionsOf(commands)
  const inBash = (line: string): string[] => {
    const words = line.split(' ')
    const script = `${bashCompletion(completions)}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _silhouette; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
  }

  test.each([
    ['silhouette rem', ['remove']],
    ['silhouette key cr', ['create']],
    ['silhouette networks re', ['remove']],
    ['silhouette networks add --li', ['--licence']],
    ['silhouette remove --bg', ['--bg-color', '--bg-image', '--bg-gradient', '--bg-blur']],
    ['silhouette remove --format ', ['png', 'jpg', 'webp', 'avif']],
    ['silhouette remove -o ', []],
    ['silhouette remove pho', []],
    ['silhouette key create --na', ['--name']],
    ['silhouette completion ', ['bash', 'zsh', 'fish']],
  ])('bash: %s', (line, words) => {
    expect(inBash(line)).toEqual(words)
  })

  test('zsh and fish know every command and option', () => {
    for (const script of [zshCompletion(completions), fishCompletion(completions)]) {
      for (const { name, options } of completions) {
        for (const word of name.split(' ')) expect(script).toContain(word)
        for (const option of options) expect(script).toMatch(new RegExp(`(--|-l )${option.name}\\b`))
      }
    }
  })
})

test('every command answers programs, except those that run on or write for a shell', () => {
  const others = ['serve', 'worker', 'completion']
  for (const { name, options } of commands) expect(Object.hasOwn(options, 'json'), name).toBe(!others.includes(name))
})
