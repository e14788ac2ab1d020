/**
 * Imports point downwards only. Reads every import of src and keeps the layering that ARCHITECTURE.md describes, imports
 * of imports included; a rule that is broken is named together with the chain of files that breaks it.
 */
import { describe, expect, test } from 'vitest'
import {
  circles,
  type Import,
  type ImportKind,
  importsIn,
  reach,
  sourceFiles,
  sourceText,
} from '../support/module-graph.js'

const imports = sourceFiles.flatMap((file) => importsIn(file, sourceText(file)))

/** What is in memory once a file is loaded. */
const LOADS: readonly ImportKind[] = ['value']
/** What a file depends on: a type loads nothing, but whoever names it knows the layer it comes from. */
const KNOWS: readonly ImportKind[] = ['value', 'type', 'dynamic']

/** A folder ends in `/`; the rest are files and packages. */
const isOneOf = (names: readonly string[], file: string): boolean =>
  names.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name))

const filesIn = (folder: string): string[] => sourceFiles.filter((file) => file.startsWith(folder))

/** The ways by which anything of `forbidden` is reached. */
const waysTo = (forbidden: readonly string[], reached: Map<string, string>): string[] =>
  [...reached].filter(([file]) => isOneOf(forbidden, file)).map(([, way]) => way)

describe('the reader of imports', () => {
  test('tells values, types, re-exports, side effects and imports at run time apart, and ignores comments', () => {
    const text = [
      "import { a } from './a.js'",
      "import type { B } from '../db/port.js'",
      "import { type C } from './c.js'",
      "export { d } from './v1/d.js'",
      "export type { E } from './v1/e.js'",
      "export * from 'typebox/value'",
      "import '@fastify/swagger/x'",
      "const later = await import('sharp')",
      "type Later = import('./later.js').Later",
      "// import nothing from 'kysely'",
    ].join('\n')
    expect(importsIn('http/x.ts', text).map(({ to, kind }) => [to, kind])).toEqual([
      ['http/a.ts', 'value'],
      ['db/port.ts', 'type'],
      ['http/c.ts', 'value'],
      ['http/v1/d.ts', 'value'],
      ['http/v1/e.ts', 'type'],
      ['typebox', 'value'],
      ['@fastify/swagger', 'value'],
      ['sharp', 'dynamic'],
      ['http/later.ts', 'type'],
    ])
  })

  test('finds the whole source, and every import of ours leads to a file', () => {
    expect(sourceFiles).toEqual(expect.arrayContaining(['server/deps.ts', 'http/v1/remove.ts', 'imaging/run-job.ts']))
    expect(imports.filter(({ to }) => to.endsWith('.ts') && !sourceFiles.includes(to))).toEqual([])
  })

  const made = (...lines: string[]): Import[] =>
    lines.map((line) => {
      const [from = '', kind = '', to = ''] = line.split(' ')
      return { from, to, kind: kind as ImportKind }
    })

  test('follows imports of imports, by the kinds it is told', () => {
    const graph = made('a value b', 'b type c', 'b value d', 'd dynamic e')
    expect(reach(graph, ['a'], { kinds: LOADS })).toEqual(
      new Map([
        ['a', 'a'],
        ['b', 'a → b'],
        ['d', 'a → b → d'],
      ]),
    )
    expect([...reach(graph, ['a'], { kinds: KNOWS }).keys()].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([...reach(graph, ['a'], { kinds: KNOWS, stopAt: (file) => file === 'b' }).keys()]).toEqual(['a', 'b'])
  })

  test('finds circles, of one file, of two and of more', () => {
    const edges = [...'aa bc cb de ef fd fb xy'.split(' ')].map(([from, to]) => [from!, to!] as const)
    expect(circles(edges)).toEqual([['a'], ['b', 'c'], ['d', 'e', 'f']])
  })
})

describe('layers', () => {
  test.each<[layer: string, forbidden: readonly string[]]>([
    ['catalog/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'imaging/', 'cli/']],
    [
      'parameters/',
      [
        'http/',
        'service/',
        'db/',
        'storage/',
        'ratelimit/',
        'engine/',
        'models/',
        'photos/',
        'config/',
        'cli/',
        'fastify',
      ],
    ],
    ['imaging/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'cli/']],
    ['models/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'imaging/', 'cli/']],
    [
      'service/',
      ['http/', 'cli/', 'fastify', 'sharp', 'onnxruntime-node', 'kysely', 'ioredis', 'bullmq', 'redis/', 'nodemailer'],
    ],
    ['db/', ['http/', 'service/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'imaging/', 'cli/']],
    ['storage/', ['http/', 'service/', 'db/', 'ratelimit/', 'engine/', 'models/', 'imaging/', 'cli/']],
    ['ratelimit/', ['http/', 'service/', 'db/', 'storage/', 'engine/', 'models/', 'imaging/', 'cli/']],
    [
      'announcements/',
      ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'imaging/', 'cli/'],
    ],
    ['mail/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'imaging/', 'cli/']],
    ['redis/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'imaging/', 'cli/']],
    ['engine/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'models/', 'cli/', 'fastify']],
    ['signals/', ['http/', 'service/', 'ratelimit/', 'models/', 'cli/', 'fastify']],
    ['photos/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'cli/', 'fastify']],
    ['http/', ['cli/', 'photos/', 'kysely', 'sharp', 'onnxruntime-node', '@photostructure/sqlite']],
  ])('%s knows nothing of %j, by no detour either', (layer, forbidden) => {
    expect(filesIn(layer)).not.toEqual([])
    expect(waysTo(forbidden, reach(imports, filesIn(layer), { kinds: KNOWS }))).toEqual([])
  })

  test('http/ knows database, storage, rate limiter and engine through service/ only', () => {
    const stopAt = (file: string): boolean => file.startsWith('service/')
    const reached = reach(imports, filesIn('http/'), { kinds: KNOWS, stopAt })
    expect(waysTo(['db/', 'storage/', 'ratelimit/', 'announcements/', 'mail/', 'redis/', 'engine/'], reached)).toEqual(
      [],
    )
  })

  test('the server process, and the command line until it needs them, load neither sharp nor onnxruntime-node nor ioredis nor bullmq nor nodemailer', () => {
    const reached = reach(imports, ['main.ts', ...filesIn('server/')], { kinds: LOADS })
    expect(waysTo(['sharp', 'onnxruntime-node', 'ioredis', 'bullmq', 'nodemailer'], reached)).toEqual([])
    // They would be found if they were there: workers do load them.
    const inWorkers = reach(imports, ['engine/worker.ts'], { kinds: LOADS })
    expect(waysTo(['sharp', 'onnxruntime-node'], inWorkers)).toHaveLength(2)
  })

  test('nothing of tracing is loaded where nothing is traced', () => {
    expect(filesIn('signals/tracing/')).not.toEqual([])
    const reached = reach(imports, ['main.ts', ...filesIn('server/')], { kinds: LOADS })
    expect(waysTo(['signals/tracing/'], reached)).toEqual([])
  })

  test('the command line loads what a command needs when that command runs: help comes at once', () => {
    const reached = reach(imports, ['main.ts'], { kinds: LOADS })
    const heavy = [
      'db/',
      'storage/',
      'service/',
      'engine/worker-process.ts',
      'undici',
      'kysely',
      'pg',
      '@node-rs/argon2',
    ]
    expect(waysTo(heavy, reached)).toEqual([])
  })

  test('no layer imports the files that put the program together', () => {
    const assembly = ['main.ts', 'server/']
    expect(filesIn('server/')).not.toEqual([])
    const layers = [
      'catalog/',
      'parameters/',
      'imaging/',
      'models/',
      'service/',
      'db/',
      'storage/',
      'ratelimit/',
      'engine/',
      'http/',
    ]
    const reached = reach(imports, layers.flatMap(filesIn), { kinds: KNOWS })
    expect(waysTo(assembly, reached)).toEqual([])
  })

  test('the client stands alone: it is published without the rest', () => {
    const outside = imports.filter(({ from, to }) => from.startsWith('client/') && !to.startsWith('client/'))
    expect(filesIn('client/')).not.toEqual([])
    expect(outside).toEqual([])
  })

  test('the command line is on top: only main.ts imports it', () => {
    const users = imports.filter(({ from, to }) => to.startsWith('cli/') && !from.startsWith('cli/'))
    expect(new Set(users.map(({ from }) => from))).toEqual(new Set(['main.ts']))
  })
})

describe('ports', () => {
  // What stands behind a port may be known inside its folder; others see the port, or the doors that name, open or copy it.
  const folders = ['db/', 'storage/', 'ratelimit/', 'announcements/', 'mail/', 'engine/']
  const folderOf = (file: string): string => file.slice(0, file.indexOf('/') + 1)
  const isDoor = (file: string): boolean => /^[a-z]+\/(port|place|open|snapshot)\.ts$/.test(file)

  test.each(folders)('%s has one, which knows nothing of what stands behind it', (folder) => {
    const port = `${folder}port.ts`
    expect(sourceFiles).toContain(port)
    const reached = [...reach(imports, [port], { kinds: KNOWS }).keys()]
    expect(reached.filter((file) => file.startsWith(folder) && !isOneOf([port, `${folder}port/`], file))).toEqual([])
  })

  test('only server/deps.ts imports what stands behind them', () => {
    const behind = imports.filter(({ to }) => folders.includes(folderOf(to)) && !isDoor(to))
    const outside = behind.filter(({ from, to }) => folderOf(from) !== folderOf(to))
    expect(new Set(outside.map(({ from }) => from))).toEqual(new Set(['server/deps.ts']))
  })
})

describe('circles', () => {
  /** Circles among the groups that `groupOf` puts files into, each with the imports that make it. */
  const circlesAmong = (groupOf: (file: string) => string | undefined): string[][] => {
    const between = imports.flatMap((it) => {
      const [from, to] = [groupOf(it.from), sourceFiles.includes(it.to) ? groupOf(it.to) : undefined]
      return from !== undefined && to !== undefined && (from !== to || it.from === it.to)
        ? [{ ...it, edge: [from, to] as const }]
        : []
    })
    return circles(between.map(({ edge }) => edge)).map((circle) =>
      between
        .filter(({ edge }) => edge.every((node) => circle.includes(node)))
        .map(({ from, to }) => `${from} → ${to}`),
    )
  }

  test('there are none among files', () => {
    expect(circlesAmong((file) => file)).toEqual([])
  })

  test('there are none among the folders of src', () => {
    expect(circlesAmong((file) => file.replace(/\/.*/, '/'))).toEqual([])
  })

  test.each(['imaging', 'service', 'http'])('there are none among the folders of %s', (layer) => {
    const room = new RegExp(`^(${layer}/[^/]+/?).*`)
    expect(circlesAmong((file) => room.exec(file)?.[1])).toEqual([])
  })
})

test('the rooms of imaging stand on one another, in the order of ARCHITECTURE.md', () => {
  const storeys = [
    ['kernels/'],
    ['raster/'],
    ['job.ts', 'deadline.ts'],
    ['codec/', 'networks/'],
    ['detect/'],
    ['matte/'],
    ['tools.ts'],
    ['cutout/', 'id-photo/', 'style/', 'convert/'],
    ['run-job.ts', 'load-tools.ts'],
  ]
  const roomOf = (file: string): string => file.replace(/^imaging\/([^/]+\/?).*/, '$1')
  const storeyOf = (file: string): number => storeys.findIndex((rooms) => rooms.includes(roomOf(file)))
  const within = imports.filter(({ from, to }) => from.startsWith('imaging/') && to.startsWith('imaging/'))
  expect(filesIn('imaging/').filter((file) => storeyOf(file) < 0)).toEqual([])
  const upwards = within.filter(({ from, to }) => roomOf(from) !== roomOf(to) && storeyOf(to) >= storeyOf(from))
  expect(upwards.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('only the room of the kernels knows their memory; all others hand over planes', () => {
  const door = 'imaging/kernels/room.ts'
  const into = imports.filter(
    ({ from, to }) => to.startsWith('imaging/kernels/') && !from.startsWith('imaging/kernels/'),
  )
  expect(into.length).toBeGreaterThan(0)
  expect(into.filter(({ to }) => to !== door)).toEqual([])
})

describe('everywhere', () => {
  test('only config/ and main.ts read process.env, and only telemetry-off.ts sets a variable', () => {
    const readers = sourceFiles.filter((file) =>
      /process\.env|process\s*\[\s*['"]env|\benv\b[^'"]*from 'node:process'/.test(sourceText(file)),
    )
    const allowed = ['config/in-force.ts', 'config/user-folder.ts', 'main.ts', 'imaging/networks/telemetry-off.ts']
    expect(readers.filter((file) => !allowed.includes(file))).toEqual([])
    expect(readers).toContain('main.ts')
  })

  test('only networks/runtime.ts imports onnxruntime-node: it is loaded with its telemetry off', () => {
    const users = imports.filter(({ to }) => to === 'onnxruntime-node')
    expect(users.map(({ from }) => from)).toEqual(['imaging/networks/runtime.ts'])
  })

  test('no file is a drawer for leftovers called utils or helpers', () => {
    const isDrawer = (file: string): boolean => /(^|\/)(utils?|helpers?)(\/|\.ts$|$)/.test(file)
    expect(['db/utils.ts', 'helpers/x.ts', 'http/helper.ts'].filter(isDrawer)).toHaveLength(3)
    expect(sourceFiles.filter(isDrawer)).toEqual([])
    expect(imports.filter(({ to }) => isDrawer(to))).toEqual([])
  })
})
