/** Where pictures in transit between machines are kept: an area of the object store. */
export interface Passage {
  /** The file stays where it is. */
  upload(key: string, file: string): Promise<void>
  /** False when there is no such object. */
  download(key: string, file: string): Promise<boolean>
  delete(keys: readonly string[]): Promise<void>
}
