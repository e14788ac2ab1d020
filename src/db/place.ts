/** Where a database is: the file of one server, or a PostgreSQL that many share. */
import path from 'node:path'
import type { Config } from '../config/config.js'
import { placeOf } from './postgres-pool.js'

export type DatabasePlace = { readonly file: string } | PostgresPlace

export interface PostgresPlace {
  readonly url: string
  /** More authorities whose certificates are believed, as PEM text. */
  readonly ca?: string
}

export const embeddedFile = (dataDir: string): string => path.join(dataDir, 'silhouette.db')

/** The database of a server with these settings. */
export const databasePlaceOf = ({
  dataDir,
  database: { url, ca },
}: Pick<Config, 'dataDir' | 'database'>): DatabasePlace =>
  url === undefined ? { file: embeddedFile(dataDir) } : { url, ...(ca && { ca }) }

/** `sqlite:FILE` or `postgres://…`; undefined when it is neither. */
export function parseDatabaseAddress(text: string, ca?: string): DatabasePlace | undefined {
  const file = /^sqlite:(.+)$/.exec(text)?.[1]
  if (file !== undefined) return { file: path.resolve(file) }
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? { url: text, ...(ca && { ca }) } : undefined
}

/** For display: without user and password. */
export const nameOfDatabase = (place: DatabasePlace): string => ('file' in place ? place.file : placeOf(place.url))
