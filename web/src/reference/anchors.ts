/** Addresses within the reference: they are linked from elsewhere, so they stay. */
export const anchors = {
  route: (id: string): string => `/docs/${id}`,
  parameter: (id: string, name: string): string => `/docs/${id}#${parameterId(name)}`,
  error: (id: string, status: string): string => `/docs/${id}#${errorId(status)}`,
}

export const parameterId = (name: string): string => `parameter-${name}`
export const errorId = (status: string): string => `error-${status}`
