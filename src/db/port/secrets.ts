/** Random values, generated once and shared by all nodes. */
export interface Secrets {
  /** The value stored under this name; the first proposal wins. */
  keep(name: string, proposal: string): Promise<string>
}
