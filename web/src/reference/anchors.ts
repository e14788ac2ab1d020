/** Addresses within the reference. Other pages link to them, so they must not change. */
export const anchors = {
  route: (id: string): string => `/docs/${id}`,
  parameter: (id: string, name: string): string => `/docs/${id}#${parameterId(name)}`,
  error: (id: string, status: string): string => `/docs/${id}#${errorId(status)}`,
}

export const parameterId = (name: string): string => `parameter-${name}`
export const errorId = (status: string): string => `error-${status}`
