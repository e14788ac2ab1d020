/** Do the addresses that the server hands out lead to it? */
import { addressAdvice, localAddress } from '../../../addresses.js'
import type { Config } from '../../../config.js'
import { type Finding, ok, warning } from './finding.js'

const WHAT = 'Address'

export async function checkAddress({ server }: Pick<Config, 'server'>): Promise<Finding[]> {
  const address = server.baseUrl ?? localAddress(server.host, server.port)
  if (addressAdvice(server, address) === undefined) return [ok(WHAT, address)]
  return [
    warning(
      WHAT,
      `${address}, in links to results, leads nowhere on other machines`,
      'Set BASE_URL to the address that clients use, such as https://images.example.com',
    ),
  ]
}
