/**
 * A browser as far as the server can tell: it keeps cookies by their path, sends them back, and says where a request comes
 * from. Each has an address of its own, so that tests do not share limits.
 */
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { BASE_URL, type TestApp } from './app.js'

export const PASSWORD = 'correct horse battery'

export interface SessionAnswer {
  csrf: string
  signup: string
  freeCredits: number
  account: {
    email: string
    operator: boolean
    createdAt: number
    hasPassword: boolean
    balance: number
    available: number
  } | null
}

export interface Cookie {
  value: string
  attributes: string[]
}

let made = 0
function newAddress(): string {
  made += 1
  return `192.0.2.${made % 250}`
}

export class Browser {
  /** By name; only those that belong to /web. */
  readonly cookies = new Map<string, Cookie>()
  csrf: string | undefined
  address = newAddress()
  /** What a browser adds by itself. */
  headers: Record<string, string> = { host: new URL(BASE_URL).host, origin: BASE_URL, 'sec-fetch-site': 'same-origin' }

  constructor(private readonly app: TestApp) {}

  /** Opens the account page. */
  async visit(): Promise<SessionAnswer> {
    const answer = (await this.get('/web/session')).json<SessionAnswer>()
    this.csrf = answer.csrf
    return answer
  }

  async signUp(email = `${crypto.randomUUID()}@example.com`, password = PASSWORD): Promise<LightMyRequestResponse> {
    await this.visit()
    return this.remember(await this.post('/web/sign-up', { email, password }))
  }

  async signIn(email: string, password = PASSWORD): Promise<LightMyRequestResponse> {
    await this.visit()
    return this.remember(await this.post('/web/sign-in', { email, password }))
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send('GET', url, undefined, headers)
  }

  post(url: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.send('POST', url, body, headers)
  }

  put(url: string, body: object): Promise<LightMyRequestResponse> {
    return this.send('PUT', url, body)
  }

  patch(url: string, body: object): Promise<LightMyRequestResponse> {
    return this.send('PATCH', url, body)
  }

  delete(url: string): Promise<LightMyRequestResponse> {
    return this.send('DELETE', url)
  }

  async send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    const answer = await this.app.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: {
        ...this.headers,
        ...(cookie && { cookie }),
        ...(this.csrf && { 'x-csrf-token': this.csrf }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    this.keepCookies(answer)
    return answer
  }

  /** The token that the page works with from now on. */
  private remember(answer: LightMyRequestResponse): LightMyRequestResponse {
    if (answer.statusCode < 300) this.csrf = answer.json<SessionAnswer>().csrf
    return answer
  }

  private keepCookies({ headers }: LightMyRequestResponse): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, { value, attributes })
    }
  }
}

/** Somebody with an account, signed in. */
export async function signedIn(app: TestApp): Promise<Browser & { accountId: string; email: string }> {
  const browser = new Browser(app)
  const answer = await browser.signUp()
  expect(answer.statusCode).toBe(201)
  const { email } = answer.json<SessionAnswer>().account!
  const { id: accountId } = (await app.db.accounts.findByEmail(email))!
  return Object.assign(browser, { accountId, email })
}

/** Status and content of an error; its envelope is exactly that of the account page. */
export function errorOf(answer: LightMyRequestResponse): { status: number; code: string; parameter?: string } {
  const { errors } = answer.json<{ errors: { code: string; message: string; parameter?: string } }>()
  expect(errors).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const { code, parameter } = errors
  return { status: answer.statusCode, code, ...(parameter && { parameter }) }
}
