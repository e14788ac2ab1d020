/** The networks are not there, or not the ones we know. The message says what to do. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}
