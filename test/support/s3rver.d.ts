/** What we use of the S3 server of the tests; it comes without types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      cert?: string
      key?: string
    })
    readonly store: {
      putBucket(bucket: string): Promise<unknown>
      listObjects(bucket: string, options: object): Promise<{ objects: { key: string }[] }>
    }
    /** What answers a request. */
    callback(): import('node:http').RequestListener
    run(): Promise<{ address: string; port: number }>
    readonly httpServer: import('node:http').Server
    close(): Promise<void>
  }
}
