/** Opens the installation for one command. Loaded on demand: the other commands start faster without it. */
import type { Config } from '../config/config.js'
import type { Command, Values } from './command.js'
import type { Site } from './work/site.js'

export function withSite(work: (site: Site, values: Values, config: Config) => Promise<void>): Command['run'] {
  return async (values, config) => {
    const { openSite } = await import('./work/site.js')
    const site = await openSite(config)
    try {
      await work(site, values, config)
    } finally {
      await site.close()
    }
  }
}
