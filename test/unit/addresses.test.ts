/** Which address a server hands out, and when that is worth a warning. */
import { expect, test } from 'vitest'
import { addressAdvice, localAddress } from '../../src/base/addresses.js'
import { checkAddress } from '../../src/cli/work/doctor/address.js'
import { loadConfig } from '../../src/config/load.js'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
])('listening on %s is %s', (host, address) => expect(localAddress(host, 8080)).toBe(address))

test.each<[settings: Record<string, string>, warned: boolean]>([
  [{}, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::' }, true],
  [{ HOST: '192.168.1.7' }, false],
  [{ HOST: '0.0.0.0', BASE_URL: 'https://images.example.com' }, false],
])('with %j a warning is %s', async (settings, warned) => {
  const { server } = loadConfig(settings)
  const advice = addressAdvice(server, localAddress(server.host, server.port))
  if (warned) expect(advice).toMatch(/http:\/\/localhost:8080.*set BASE_URL/)
  else expect(advice).toBeUndefined()
  const [finding] = await checkAddress({ server })
  expect(finding).toMatchObject({ what: 'Address', state: warned ? 'warning' : 'ok' })
  if (warned) expect(finding!.remedy).toContain('BASE_URL')
})
