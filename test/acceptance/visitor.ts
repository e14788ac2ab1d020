/** The account page as a stranger's program would use it: cookies by hand, the token in a header. */
export interface SessionAnswer {
  csrf: string
  signup: string
  freeCredits: number
  account: { email: string; operator: boolean; balance: number; available: number } | null
}

export class Visitor {
  private readonly cookies = new Map<string, string>()
  private csrf = ''

  constructor(private readonly baseUrl: string) {}

  async session(): Promise<SessionAnswer> {
    return this.remember(await this.send('GET', '/web/session'))
  }

  async signUp(email: string, password: string): Promise<SessionAnswer> {
    await this.session()
    return this.remember(await this.send('POST', '/web/sign-up', { email, password }))
  }

  async signIn(email: string, password: string): Promise<SessionAnswer> {
    await this.session()
    return this.remember(await this.send('POST', '/web/sign-in', { email, password }))
  }

  async send(method: string, path: string, body?: object): Promise<Response> {
    const reply = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'X-CSRF-Token': this.csrf,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      this.cookies.set(name, value)
    }
    return reply
  }

  private async remember(reply: Response): Promise<SessionAnswer> {
    if (!reply.ok) throw new Error(`Status ${reply.status}: ${await reply.text()}`)
    const answer = (await reply.json()) as SessionAnswer
    this.csrf = answer.csrf
    return answer
  }
}
