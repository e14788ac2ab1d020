/** What PostgreSQL's errors mean to the operator. */
import { StoreTrouble, type TroubleKind } from '../base/store-trouble.js'
import { adviceOnCertificate } from '../base/trusted-certificates.js'

/** By SQLSTATE, or by the code of the operating system. */
const TROUBLES: Readonly<Record<string, TroubleKind>> = {
  '25006': 'read-only', // read_only_sql_transaction: a standby
  '42501': 'refused', // insufficient_privilege
  '53100': 'full', // disk_full
  '55P03': 'locked', // lock_not_available
  '57014': 'locked', // query_canceled, by the time limit
  '57P01': 'unreachable', // admin_shutdown
  '57P02': 'unreachable', // crash_shutdown
  '57P05': 'unreachable', // idle_session_timeout
  XX001: 'damaged', // data_corrupted
  XX002: 'damaged', // index_corrupted
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
}
/** connection_exception and its kin. */
const CONNECTION_EXCEPTION = /^08/
/** The driver's own errors have no code. */
const WORDS = ['Query read timeout', 'Connection terminated', 'Client has encountered a connection error']

/** No connection means that it cannot be reached, whatever the reason: it is down, or does not let us in. */
export const notConnected = (error: unknown, place: string): StoreTrouble =>
  new StoreTrouble(
    'unreachable',
    wordsFor('unreachable', place, reasonOf(error as Error)) + adviceOnCertificate(error),
    error,
  )

/**
 * invalid_authorization_specification, invalid_catalog_name, a certificate that is not believed: it answers, but only an
 * operator can bring us together.
 */
const TURNED_AWAY = /^(28|3D)|CERT|VERIFY_LEAF/
/** Whether a server that has just started only has to wait. */
export const mayStillComeUp = (error: unknown): error is StoreTrouble =>
  error instanceof StoreTrouble &&
  error.kind === 'unreachable' &&
  !TURNED_AWAY.test((error.cause as { code?: string } | undefined)?.code ?? '')

/** The error as it was, unless it says something about the state of the database: then as trouble, naming the place. */
export function explained(error: unknown, place: string): unknown {
  const kind = error instanceof Error ? troubleOf(error) : undefined
  return kind ? new StoreTrouble(kind, wordsFor(kind, place, reasonOf(error as Error)), error) : error
}

function troubleOf(error: Error): TroubleKind | undefined {
  const { code = '', message } = error as Error & { code?: string }
  if (CONNECTION_EXCEPTION.test(code) || WORDS.some((words) => message.startsWith(words))) return 'unreachable'
  return TROUBLES[code]
}

/** Several addresses were tried: their errors have no message in common. */
const reasonOf = ({ message, code }: Error & { code?: string }): string => message || (code ?? 'no reason given')

/** What PgBouncer says. We send no such settings, so they come from the address. */
const UNKNOWN_PARAMETER = /^unsupported startup parameter/

function wordsFor(kind: TroubleKind, place: string, reason: string): string {
  if (UNKNOWN_PARAMETER.test(reason))
    return `The pooler before the database ${place} refuses options in DATABASE_URL (${reason}): leave them out, and set them for the user instead, as with ALTER ROLE … SET search_path = …`
  if (kind === 'unreachable')
    return `The database ${place} cannot be reached (${reason}); check DATABASE_URL and the server`
  if (kind === 'locked') return `The database ${place} took too long, or another process held a lock (${reason})`
  if (kind === 'full') return `There is no space left for the database ${place} (${reason})`
  if (kind === 'read-only') return `The database ${place} cannot be written to (${reason}); is it a standby?`
  if (kind === 'refused')
    return `The database ${place} refuses the user of DATABASE_URL (${reason}): its tables must belong to that user, or to a role it acts as`
  return `The database ${place} is damaged (${reason}); restore a backup`
}
