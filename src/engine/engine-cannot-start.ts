/** The networks cannot be loaded: nothing the operator could want a stack trace for. */
export class EngineCannotStart extends Error {
  override readonly name = 'EngineCannotStart'

  constructor(reason: string) {
    super(`The networks cannot be loaded: ${reason.replace(/\s*\n\s*/g, ' ')}`)
  }
}
