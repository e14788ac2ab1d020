/** Whatever is open belongs to the lease of a request. Once that has expired, it can be neither settled nor renewed. */
export interface LeaseTerm {
  /** `<node>/<request>`. */
  owner: string
  expiresAt: number
}

/** Holds, claims, announced results and images of jobs, as long as their requests run. */
export interface Leases {
  /** Extends those of these owners that have not expired. */
  renew(owners: readonly string[], expiresAt: number): Promise<void>
  /** Expires everything of these owners: their requests have ended. */
  expire(owners: readonly string[]): Promise<void>
  /** Expires everything that a node left open in an earlier run, deliveries included, and what has no owner. */
  endAllOf(node: string): Promise<void>
}
