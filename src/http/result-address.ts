/** Where anyone who knows it finds a result. */
import type { HttpParts } from './parts.js'

export const resultAddress = ({ addresses }: Pick<HttpParts, 'addresses'>, objectKey: string): string =>
  `${addresses.cdn()}/r/${objectKey}`
