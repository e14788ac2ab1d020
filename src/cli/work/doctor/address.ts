/** Do the addresses that the server gives to clients lead to it? */
import { addressAdvice, localAddress } from '../../../base/addresses.js'
import type { Config } from '../../../config/config.js'
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
