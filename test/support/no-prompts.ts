/** For jobs that make no styles: asking for the meaning of a prompt after all is an error. */
export const findNearest = (): never => {
  throw new Error('This test reads no prompts')
}
