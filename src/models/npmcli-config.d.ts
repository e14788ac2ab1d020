/** The part of @npmcli/config that we use; the package ships no types. */
declare module '@npmcli/config' {
  export default class Config {
    constructor(options: Record<string, unknown>)
    load(): Promise<void>
    readonly flat: Record<string, unknown>
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const npmSettings: Record<'definitions' | 'flatten' | 'shorthands', unknown>
  export default npmSettings
}
