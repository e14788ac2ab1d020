import type { RedisLink } from '../../redis/link.js'
import type { EngineState } from '../port.js'

/** Why no jobs are queued although Redis answers. That it does not answer is noticed by whoever asks it. */
export const troubleOf = (link: Pick<RedisLink, 'trouble'>): EngineState['reason'] =>
  link.trouble() === 'full' ? 'Redis is full' : undefined
