/**
 * A dialect is a Fastify scope with its own error envelope: the same core, the same kinds of errors, another table.
 * Unknown paths, wrong methods and failures of Fastify itself are translated here, once for all dialects.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.js'
import { type TroubleKind, troubleBehind } from '../base/store-trouble.js'
import { BadParameter } from '../parameters/reader.js'
import { ClientGone } from './client-gone.js'
import { unsupportedType } from './form.js'
import type { HttpParts } from './parts.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** What may be asked of a path; nothing where there is no route. */
    methodsOf(path: string): string[]
  }
}

/** Where failures are reported. */
export type Told = Pick<HttpParts, 'log' | 'incidents'>

export interface RenderedError {
  readonly status: number
  readonly code: string
  readonly body: object
}

export type RenderError = (error: AppError, requestId: string) => RenderedError

/** Answers in place of the envelope; false where it cannot. */
export type ShowError = (error: AppError, request: FastifyRequest, reply: FastifyReply) => boolean

export function speakDialect(scope: FastifyInstance, render: RenderError, parts: Told, show?: ShowError): void {
  const fail = (error: AppError, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, code, body } = render(error, request.id)
    request.errorCode = code
    logFailure(parts, error, status, request.id)
    if (show?.(error, request, reply)) return
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', String(error.retryAfterSeconds))
    // As text: a route's response schema describes its success, and must not shape an error.
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }
  if (!scope.hasDecorator('methodsOf')) scope.decorate('methodsOf', rememberMethods(scope)) // the first has all below it
  const noRoute = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const allowed = scope.methodsOf(pathOf(request))
    if (allowed.length > 0) reply.header('Allow', allowed.join(', '))
    fail(noSuchRoute(request, allowed), request, reply)
    return reply
  }
  scope.setErrorHandler((error, request, reply) => fail(toAppError(error), request, reply))
  scope.setNotFoundHandler(noRoute)
  // The route is checked first: for an unknown one, the body is not even read. Hooks are inherited, dialects are not.
  scope.addHook('onRequest', async (request, reply) =>
    request.is404 && request.server === scope ? noRoute(request, reply) : undefined,
  )
}

/** Which methods a path has, those of paths with names in them such as `/results/:id` included. */
function rememberMethods(scope: FastifyInstance): (path: string) => string[] {
  const routes: { method: string; pattern: RegExp }[] = []
  scope.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return // they answer whatever has no route of its own
    const pattern = new RegExp(`^${url.replace(/[.+?()]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`)
    for (const name of [method].flat()) routes.push({ method: name, pattern })
  })
  return (path) => {
    const known = routes.filter(({ method, pattern }) => method !== 'OPTIONS' && pattern.test(path))
    return known.length > 0 ? [...new Set(known.map(({ method }) => method)), 'OPTIONS'] : []
  }
}

export function noSuchRoute(request: FastifyRequest, allowed: readonly string[] = []): AppError {
  return allowed.length > 0
    ? new AppError(
        'method_not_allowed',
        `${request.method} is not allowed for ${pathOf(request)}; use ${allowed.join(', ')}`,
      )
    : new AppError('not_found', `There is no ${request.method} ${pathOf(request)}`)
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

/** About as long as a database takes to restart. */
const STORE_RETRY_SECONDS = 5

/** Fastify's own 4xx errors (a broken body, say) are the caller's fault; everything unknown is ours. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof BadParameter) {
    return new AppError('invalid_request', error.message, { parameter: error.parameter })
  }
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('file_too_large', 'The request body is too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedType()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_request', message ?? 'The request is malformed', { cause: error })
  }
  const trouble = troubleBehind(error)
  if (trouble && OF_SERVICES.includes(trouble.kind)) {
    const message = 'The server cannot reach one of its stores at the moment; please try again'
    return new AppError('busy', message, { retryAfterSeconds: STORE_RETRY_SECONDS, cause: trouble })
  }
  return new AppError('internal', 'Internal error', { cause: error })
}

/** Trouble with stores that are separate services: they recover without any action here. */
const OF_SERVICES: readonly TroubleKind[] = ['unreachable', 'refused']

function logFailure({ log, incidents }: Told, error: AppError, status: number, requestId: string): void {
  if (error.cause instanceof ClientGone) log.info({ requestId }, 'client gone')
  else if (status >= 500 && incidents.report(error)) log.debug({ requestId }, 'failed with its stores')
  // A refusal is not a fault, and there may be thousands: the log line of the request says it all.
  else if (error.kind === 'busy' || error.kind === 'throttled') return
  else if (status >= 500) log.error({ requestId, kind: error.kind, err: error.cause ?? error }, error.message)
  // Without the message: it quotes what the caller sent, such as addresses with tokens in them.
  else {
    const { kind, parameter, reason, cause } = error
    log.debug({ requestId, kind, parameter, reason, err: cause }, 'refused')
  }
}
