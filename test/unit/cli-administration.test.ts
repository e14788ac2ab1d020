/** What operators do from the command line, on a database of its own. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { UsageError } from '../../src/cli/command.js'
import { commands } from '../../src/cli/commands.js'
import { parseCall } from '../../src/cli/parse.js'
import { examine } from '../../src/cli/work/doctor/examine.js'
import { settingsInForce } from '../../src/config/in-force.js'
import { loadConfig } from '../../src/config/load.js'
import { networkHomeIn, userFolder } from '../../src/config/user-folder.js'
import { openDatabase } from '../../src/db/open.js'
import { hashOf } from '../../src/service/accounts/link-token.js'
import { entriesOf } from '../support/ledger-entries.js'
import { MailServer } from '../support/mail-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const config = loadConfig({ DATA_DIR: path.join(folder, 'data'), PORT: '0' })

/** The line without the program's name; what it prints. */
async function silhouette(line: string): Promise<string> {
  const wanted = parseCall(
    line.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", '')),
    commands,
  )
  if (wanted.kind !== 'run') throw new Error(`${line} runs nothing`)
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const before = process.umask() // commands write privately from then on
  try {
    await wanted.command.run(wanted.values, config)
  } finally {
    write.mockRestore()
    process.umask(before)
  }
  return written.join('')
}

const json = async (line: string): Promise<unknown> => JSON.parse(await silhouette(`${line} --json`))

async function withDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(config)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

let count = 0
let email = ''
beforeEach(async () => {
  email = `ann${++count}@example.com`
  await silhouette(`account create --email ${email} --credits 10`)
})

test('an account is unlimited from the start or later, and has a rate of its own; lists say so', async () => {
  const free = `free-${email}`
  expect(await silhouette(`account create --email ${free} --unlimited --rate-limit 7`)).toBe(
    `Created ${free} with unlimited credits\n`,
  )
  const listed = async (who: string) =>
    (await silhouette('account list')).split('\n').find((line) => line.startsWith(who))
  expect(await listed(free)).toMatch(/ unlimited +7\/min /)
  expect(await listed(email)).toMatch(/ 10 +120\/min /)
  expect(await silhouette(`account unlimited --email ${email}`)).toBe(`${email} is unlimited\n`)
  expect(await silhouette(`credits show --email ${email}`)).toBe('unlimited\n')
  expect(await silhouette(`account unlimited --email ${email} --off`)).toBe(`${email} pays with its credits\n`)
  expect(await silhouette(`credits show --email ${email}`)).toBe('10\n')
  expect(await silhouette(`account limit --email ${email} --rate-limit 9`)).toBe(`${email}: 9 images per minute\n`)
  await silhouette(`key create --email ${email}`)
  expect(await silhouette(`key list --email ${email}`)).toContain(' 9/min ')
  const back = await silhouette(`account limit --email ${email} --rate-limit default`)
  expect(back).toBe(`${email}: 120 (default) images per minute\n`)
  await expect(silhouette(`account limit --email ${email} --rate-limit none`)).rejects.toThrow('--rate-limit')
})

describe('credits', () => {
  test('are taken back with a note, which stays in the ledger', async () => {
    expect(await silhouette(`credits take --email ${email} --amount 4 --note 'granted twice' --internal`)).toBe(
      `${email} has 6 credits\n`,
    )
    expect(await json(`credits show --email ${email}`)).toEqual({ email, credits: 6, held: 0, unlimited: false })
    const entries = await withDatabase(async (db) => entriesOf(db, (await db.accounts.findByEmail(email))?.id ?? ''))
    const note = { text: 'granted twice', internal: true }
    expect(entries).toMatchObject([{ reason: 'opening' }, { reason: 'take', amount: -4, note }])
  })

  test('beyond the balance, or held by requests, are not taken, and it is said how many can be', async () => {
    await withDatabase(async (db) => {
      const { id } = (await db.accounts.findByEmail(email))!
      const lease = { owner: 'node/1', expiresAt: Date.now() + 60_000 }
      await db.ledger.hold({ accountId: id, keyId: 'key', amount: 3, lease })
    })
    await expect(silhouette(`credits take --email ${email} --amount 8`)).rejects.toThrow(
      'At most 7 credits can be taken: the balance is 10, 3 of them held by requests under way',
    )
    expect(await silhouette(`credits show --email ${email}`)).toBe('10\n')
  })
})

describe('an account', () => {
  test('is suspended, listed as such, and let in again with what it had', async () => {
    const key = (await silhouette(`key create --email ${email}`)).trim()
    await silhouette(`account suspend --email ${email}`)
    expect(await json('account list')).toContainEqual(expect.objectContaining({ email, suspended: true, credits: 10 }))
    expect(await json(`account resume --email ${email}`)).toEqual({ email, suspended: false })
    expect(await json(`key list --email ${email}`)).toMatchObject([{ prefix: key.slice(0, 9), revokedAt: null }])
  })

  test('is deleted with its results and their files, once somebody is sure', async () => {
    const results = path.join(config.dataDir, 'results', 're') // spread by their first letters
    await mkdir(results, { recursive: true })
    const name = `result${count}.png`
    await withDatabase(async (db) => {
      const { id: accountId } = (await db.accounts.findByEmail(email))!
      const lease = { owner: 'node/1', expiresAt: Date.now() + 60_000 }
      const facts = { accountId, keyId: 'key', operation: 'remove', contentType: 'image/png', bytes: 3 }
      await db.results.announce({ id: `r${count}`, objectKey: name, ...facts }, lease)
    })
    await writeFile(path.join(results, name), 'png')
    await expect(silhouette(`account delete --email ${email}`)).rejects.toThrow(UsageError)
    expect(await silhouette(`credits show --email ${email}`)).toBe('10\n')
    expect(await silhouette(`account delete --email ${email} --yes`)).toBe(`${email} is deleted\n`)
    await expect(silhouette(`credits show --email ${email}`)).rejects.toThrow(`There is no account ${email}`)
    expect(await readdir(results)).not.toContain(name)
  })
})

test('what the command line does to accounts is in the audit trail', async () => {
  const key = (await json(`key create --email ${email} --name Shop`)) as { key: string }
  const [{ id }] = (await json(`key list --email ${email}`)) as [{ id: string }]
  await silhouette(`key limit --id ${id} --rate-limit 7`)
  await silhouette(`key revoke --id ${id}`)
  await silhouette(`credits grant --email ${email} --amount 5 --note Fair`)
  await silhouette(`account operator --email ${email}`)
  await silhouette(`account suspend --email ${email}`)
  await silhouette(`account resume --email ${email}`)
  await silhouette(`account delete --email ${email} --yes`)
  const { items: all } = await withDatabase((db) => db.audit.page('deleted account', { limit: 200 }))
  const trail = all.filter(({ subject }) => subject === all[0]?.subject)
  expect(trail.toReversed().map(({ actor, action, detail, note }) => [actor, action, detail, note])).toEqual([
    ['command line', 'account.create', '10', null],
    ['command line', 'key.create', 'Shop', null],
    ['command line', 'key.limit', 'Shop: 7', null],
    ['command line', 'key.revoke', 'Shop', null],
    ['command line', 'credits.grant', '5', 'Fair'],
    ['command line', 'account.operator', null, null],
    ['command line', 'account.suspend', null, null],
    ['command line', 'account.resume', null, null],
    ['command line', 'account.delete', null, null],
  ])
  expect(JSON.stringify(trail)).not.toContain(key.key)
})

describe('a key', () => {
  test('works for what it was made for, up to the end of its last day', async () => {
    await silhouette(`key create --email ${email} --name Booth --expires 2999-01-31 --scope ID-photo,remove`)
    const [key] = (await json(`key list --email ${email}`)) as [{ scopes: string[]; expiresAt: number }]
    expect(key.scopes).toEqual(['remove', 'id-photo'])
    expect(new Date(key.expiresAt).toISOString()).toBe('2999-02-01T00:00:00.000Z')
    expect(await silhouette(`key list --email ${email}`)).toMatch(/remove,id-photo.*active/)
  })

  test('is not made for days that are over or do not exist, nor for what is not on offer', async () => {
    const make = `key create --email ${email}`
    await expect(silhouette(`${make} --expires 2020-01-31`)).rejects.toThrow(/--expires must not be in the past/)
    await expect(silhouette(`${make} --expires 2999-02-30`)).rejects.toThrow(/--expires must be a day such as/)
    await expect(silhouette(`${make} --expires soon`)).rejects.toThrow(/--expires must be a day such as/)
    await expect(silhouette(`${make} --scope remove,print`)).rejects.toThrow(/--scope must be a list of .*got 'print'/)
    expect(await json(`key list --email ${email}`)).toEqual([])
  })
})

describe('whoever cannot get in', () => {
  test('is given a link to a new password; the next one ends it', async () => {
    const [first, second] = [
      (await json(`account reset-link --email ${email}`)) as { url: string; expires: string },
      (await silhouette(`account reset-link --email ${email}`)).trim(),
    ]
    const inADay = Date.parse(first.expires) - Date.now()
    expect([inADay > 23 * 3_600_000, inADay <= 24 * 3_600_000]).toEqual([true, true])
    const tokens = [first.url, second].map((url) => url.match(/\/reset-password#(.+)$/)![1]!)
    await withDatabase(async (db) => {
      const taken = [
        await db.links.take(hashOf(tokens[0]!), 'new-password'),
        await db.links.take(hashOf(tokens[1]!), 'new-password'),
      ]
      const account = await db.accounts.findByEmail(email)
      expect(taken.map((link) => link?.accountId)).toEqual([undefined, account!.id])
    })
  })

  test('without app and recovery codes signs in with the password alone again', async () => {
    const reset = `account reset-two-factor --email ${email}`
    expect(await json(reset)).toEqual({ email, wasOn: false })
    await withDatabase(async (db) => {
      const { id } = (await db.accounts.findByEmail(email))!
      await db.twoFactors.begin(id, 'SECRET')
      expect(await db.twoFactors.confirm(id, 1, ['one'])).toBe(true)
    })
    expect(await silhouette(reset)).toContain('signs in with the password alone again')
    expect(await json(reset)).toEqual({ email, wasOn: false })
  })
})

describe('usage', () => {
  beforeEach(() =>
    withDatabase(async (db) => {
      const { id: accountId } = (await db.accounts.findByEmail(email))!
      const lease = { owner: 'node/1', expiresAt: Date.now() + 60_000 }
      const hold = await db.ledger.hold({ accountId, keyId: 'key', amount: 2, lease })
      await db.settle({ accountId, operation: 'id-photo', holdId: hold!.id })
    }),
  )

  test('is listed by day and by operation', async () => {
    const day = new Date().toISOString().slice(0, 10)
    expect(await json(`usage --email ${email}`)).toEqual([{ email, day, images: 1, credits: 2 }])
    expect(await silhouette(`usage --email ${email} --by operation`)).toMatch(
      /^ACCOUNT +OPERATION +IMAGES +CREDITS\nann\d+@example.com +id-photo +1 +2\n$/,
    )
    expect(await json(`usage --email ${email} --from 2020-01-01 --to 2020-01-31`)).toEqual([])
  })

  test.each([
    ['--from 2026-02-30', "--from must be a day such as 2027-01-31; got '2026-02-30'"],
    ['--from 2026-02-02 --to 2026-02-01', '--from is later than --to'],
    ['--by hour', '--by must be one of day, operation'],
  ])('%s is explained', async (options, message) => {
    await expect(silhouette(`usage ${options}`)).rejects.toThrow(message)
  })
})

test('settings tell their source, and mask what is secret', () => {
  const env = {
    PORT: '9000',
    METRICS_TOKEN: 'very-secret',
    DATABASE_URL: 'postgres://ann:very-secret@db.example.com:5432/prod?sslmode=very-secret',
  }
  const found = new Map(settingsInForce(loadConfig(env), env).map((setting) => [setting.name, setting]))
  const meaning = expect.any(String)
  expect(found.get('PORT')).toEqual({ name: 'PORT', value: '9000', source: 'environment', meaning })
  expect(found.get('HOST')).toEqual({ name: 'HOST', value: '127.0.0.1', source: 'default', meaning })
  expect(found.get('METRICS_TOKEN')?.value).toBe('***')
  expect(found.get('DATABASE_URL')?.value).toBe('postgres://***@db.example.com:5432/prod')
  expect(JSON.stringify([...found.values()])).not.toContain('very-secret')
})

describe('where networks are kept for a user', () => {
  test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ['linux', {}, '/home/ann/.cache/silhouette'],
    ['linux', { XDG_CACHE_HOME: '/caches' }, '/caches/silhouette'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ann/.cache/silhouette'],
    ['darwin', { XDG_CACHE_HOME: '/caches' }, '/home/ann/Library/Caches/silhouette'],
  ])('%s %j', (platform, env, expected) => {
    expect(userFolder(env, platform, '/home/ann')).toBe(expected)
  })

  test('DATA_DIR comes first, then a folder of data that has some; a server without either shares those of the user', async () => {
    const data = path.join(folder, 'networks of a clone', 'data')
    expect(networkHomeIn({ DATA_DIR: '/data' }, '/data')).toBe('/data')
    expect(networkHomeIn({}, data)).toBe(userFolder({}))
    await mkdir(path.join(data, 'models'), { recursive: true })
    expect(networkHomeIn({}, data)).toBe(data)
  })
})

describe('doctor', () => {
  const stateOf = async (env: NodeJS.ProcessEnv, what: string) =>
    (await examine(loadConfig(env))).find((finding) => finding.what === what)
  let healthy: NodeJS.ProcessEnv
  beforeAll(async () => {
    await mkdir(path.join(folder, 'private'), { mode: 0o700 })
    healthy = { DATA_DIR: path.join(folder, 'private'), PORT: '0', WORKERS: '1' }
  })

  test('everything that the machine decides is in order, and networks that are missing are no surprise', async () => {
    const findings = await examine(loadConfig(healthy))
    expect(findings.filter(({ state }) => state === 'problem')).toEqual([])
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'Node.js',
        'Memory',
        'Telemetry',
        'Data folder',
        'Disk space',
        'Port',
        'Networks',
        'Clock',
      ]),
    )
    expect(findings.find(({ what }) => what === 'Networks')).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('models pull'),
    })
  })

  test('a damaged network, a port in use and stores that do not answer are problems, each with a remedy', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    await mkdir(path.join(folder, 'private/models'), { recursive: true })
    await writeFile(path.join(folder, 'private/models/blazeface.json'), 'damaged')
    const env = {
      ...healthy,
      PORT: String(port),
      DATABASE_URL: 'postgres://ann:very-secret@127.0.0.1:1/none',
      REDIS_URL: 'redis://:very-secret@127.0.0.1:1',
      SMTP_URL: 'smtp://ann:very-secret@127.0.0.1:1',
      MAIL_FROM: 'photos@example.com',
    }
    const problems = (await examine(loadConfig(env))).filter(({ state }) => state === 'problem')
    other.close()
    expect(problems.map(({ what }) => what)).toEqual(['Port', 'Networks', 'Database', 'Redis', 'Mail'])
    for (const { remedy } of problems) expect(remedy).toBeTruthy()
    expect(JSON.stringify(problems)).not.toContain('very-secret')
  })

  test('a mail server that answers is in order; without one there is nothing to say', async () => {
    const mails = await MailServer.start()
    const found = { state: 'ok', found: '127.0.0.1 answers and accepts the login' }
    expect(await stateOf({ ...healthy, ...mails.settings }, 'Mail')).toMatchObject(found)
    expect([await stateOf(healthy, 'Mail'), mails.received]).toEqual([undefined, []])
    await mails.stop()
  })

  test('a folder that others may read is worth a warning', async () => {
    const open = path.join(folder, 'open')
    await mkdir(open, { mode: 0o755 })
    expect(await stateOf({ ...healthy, DATA_DIR: open }, 'Data folder')).toMatchObject({ state: 'warning' })
  })
})
