/** Which server a command asks, and what it cannot ask of one. */
import { describe, expect, test } from 'vitest'
import { serverAccessIn } from '../../src/cli/batch/server-access.js'
import { UsageError, type Values } from '../../src/cli/command.js'
import { removeCommand } from '../../src/cli/remove.js'
import { loadConfig } from '../../src/config/load.js'
import { projectFile } from '../support/project.js'

const SERVER = 'https://photos.example.com'

describe('the server', () => {
  const accessIn = (values: Values, env: Record<string, string> = {}) => serverAccessIn(values, loadConfig(env))

  test('is none, that of the options, or that of the environment', () => {
    expect(accessIn({})).toBeUndefined()
    expect(accessIn({}, { SILHOUETTE_KEY: 'k' })).toBeUndefined()
    expect(accessIn({ server: SERVER, key: 'k' })).toEqual({ server: SERVER, key: 'k' })
    const environment = { SILHOUETTE_URL: 'https://other.example', SILHOUETTE_KEY: 'other' }
    expect(accessIn({}, environment)).toEqual({ server: 'https://other.example', key: 'other' })
    expect(accessIn({ server: SERVER }, environment)).toEqual({ server: SERVER, key: 'other' })
    expect(() => accessIn({}, { SILHOUETTE_URL: SERVER })).toThrow(`The server of SILHOUETTE_URL, ${SERVER}, needs`)
  })

  test('has earlier names in the environment, which the names of today override', () => {
    const earlier = { SILHOUETTE_SERVER: 'https://other.example', SILHOUETTE_API_KEY: 'other' }
    expect(accessIn({}, earlier)).toEqual({ server: 'https://other.example', key: 'other' })
    expect(accessIn({}, { ...earlier, SILHOUETTE_URL: SERVER, SILHOUETTE_KEY: 'k' })).toEqual({
      server: SERVER,
      key: 'k',
    })
  })

  test.each<[string, Values]>([
    ['--key needs --server', { key: 'secret' }],
    ['--server needs an API key', { server: SERVER }],
    ['--server must be an http or https address', { server: 'photos.example.com', key: 'secret' }],
    ['has characters that no key has', { server: SERVER, key: 'sec ret' }],
  ])('%s', (message, values) => {
    expect(() => accessIn(values)).toThrow(UsageError)
    expect(() => accessIn(values)).toThrow(message)
    expect(() => accessIn(values)).not.toThrow(/sec ?ret/)
  })
})

test('--size takes no number with --server', async () => {
  const values = { photos: [projectFile('README.md')], output: 'out.png', server: SERVER, key: 'k', size: '800' }
  const refusal = '--size must be full, medium, hd, 4k with --server'
  await expect(removeCommand.run(values, loadConfig({}))).rejects.toThrow(refusal)
})
