/** Horizon's error format (RFC 7807) */
export class Problem extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, type: string, title: string, detail: string, extras?: object) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    const url = `https://stellar.org/horizon-errors/${type}`
    this.body = { type: url, title, status, detail, ...(extras ? { extras } : {}) }
  }
}

export function createNotFound(): Problem {
  return new Problem(
    404,
    'not_found',
    'Resource Missing',
    'The resource at the url requested was not found. This usually occurs for one of two reasons: The url requested is not valid, or no data in our database could be found with the parameters provided.',
  )
}

export function createBadRequest(field: string, reason: string): Problem {
  return new Problem(400, 'bad_request', 'Bad Request', 'The request you sent was invalid in some way.', {
    invalid_field: field,
    reason,
  })
}
