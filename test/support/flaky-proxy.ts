/** Stands between a client and a service, passes everything on, and can fail in the ways that networks do. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export class FlakyProxy {
  private server!: Server
  private port = 0
  private readonly sockets = new Set<Socket>()
  private hanging = false

  /** `target` is `host:port`. */
  private constructor(private readonly target: string) {}

  static async before(target: string): Promise<FlakyProxy> {
    const proxy = new FlakyProxy(target)
    await proxy.open()
    return proxy
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Connections are refused from now on, and those that are open break. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** At the same port as before. */
  async open(): Promise<void> {
    this.server = createServer((client) => this.pass(client))
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.server.address() as AddressInfo).port
  }

  /** Connections are taken, but nothing comes back. */
  hang(hanging: boolean): void {
    this.hanging = hanging
    if (!hanging) for (const socket of this.sockets) socket.destroy()
  }

  private pass(client: Socket): void {
    const [host = '', port = ''] = this.target.split(':')
    const service = connect(Number(port), host)
    for (const socket of [client, service]) {
      this.sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.sockets.delete(socket)
        client.destroy()
        service.destroy()
      })
    }
    client.on('data', (piece) => {
      if (!this.hanging) service.write(piece)
    })
    service.on('data', (piece) => {
      if (!this.hanging) client.write(piece)
    })
  }
}
