/**
 * A Redis: `redis://[user:password@]host:6379[/database]`, or by Sentinels, which know the server that is the master at
 * the moment: `redis://…@sentinel-1:26379?master=NAME[&sentinels=sentinel-2:26379,…][&sentinel_password=…]`.
 */
export interface RedisPlace {
  /** What it says of user, password and database is about the server itself, also where it names a Sentinel. */
  readonly url: string
  readonly sentinel?: Sentinels
  /** More authorities whose certificates are believed, as PEM text. */
  readonly ca?: string
}

export interface Sentinels {
  /** What they call the master. */
  readonly master: string
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  readonly password?: string
}

const FORM = 'redis://:password@host:6379/0, or rediss:// for TLS'
const SENTINEL_PORT = 26379

/** Messages never quote the address: it may hold a password. */
export function parseRedisAddress(text: string): RedisPlace {
  if (!/^rediss?:\/\/./.test(text) || !URL.canParse(text)) throw new Error(`must be an address like ${FORM}`)
  const url = new URL(text)
  const taken = (name: string): string => {
    const value = url.searchParams.get(name) ?? ''
    url.searchParams.delete(name)
    return value
  }
  const [master, others, password] = [taken('master'), taken('sentinels'), taken('sentinel_password')]
  if (!master) {
    if (others || password)
      throw new Error('names Sentinels, and must also say what they call the master: &master=NAME')
    return { url: text }
  }
  const nodes = [url.host, ...others.split(',').filter(Boolean)].map(nodeAt)
  return { url: url.href, sentinel: { master, nodes, ...(password && { password }) } }
}

function nodeAt(text: string): Sentinels['nodes'][number] {
  const address = `redis://${text.trim()}`
  const { hostname, port } = URL.canParse(address) ? new URL(address) : { hostname: '', port: '' }
  if (!hostname) throw new Error('must list further Sentinels like &sentinels=host-2:26379,host-3:26379')
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || SENTINEL_PORT) }
}
