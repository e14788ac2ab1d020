/** Why a program cannot start, in one line that ends with the remedy. It is shown without a stack: nothing is broken. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
