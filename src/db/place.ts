/** Where a database is: the file of one server, or a PostgreSQL that many share. */
import path from 'node:path'
import type { Config } from '../config/config.js'
import { placeOf } from './postgres-pool.js'

export type DatabasePlace = { readonly file: string } | { readonly url: string }

export const embeddedFile = (dataDir: string): string => path.join(dataDir, 'silhouette.db')

/** The database of a server with these settings. */
export const databasePlaceOf = ({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): DatabasePlace =>
  database.url === undefined ? { file: embeddedFile(dataDir) } : { url: database.url }

/** `sqlite:FILE` or `postgres://…`; undefined when it is neither. */
export function parseDatabaseAddress(text: string): DatabasePlace | undefined {
  const file = /^sqlite:(.+)$/.exec(text)?.[1]
  if (file !== undefined) return { file: path.resolve(file) }
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? { url: text } : undefined
}

/** For display: without user and password. */
export const nameOfDatabase = (place: DatabasePlace): string => ('file' in place ? place.file : placeOf(place.url))
