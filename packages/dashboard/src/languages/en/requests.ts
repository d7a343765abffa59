/** The log of requests to the API. */
export const requests = {
  intro:
    'What programs and people asked of the API in the last 24 hours. Contents are not kept, and what the dashboard reads is not listed.',
  empty: 'No request in the last 24 hours',
  emptyDetail: 'Requests with a key of this environment appear here within seconds.',
  noneFound: 'No request matches these filters.',
  method: 'Method',
  path: 'Path',
  status: 'Status',
  statuses: {
    '2xx': '2xx: done',
    '4xx': '4xx: refused',
    '5xx': '5xx: failed',
    '400': '400: wrong request',
    '403': '403: not allowed',
    '404': '404: not found',
    '429': '429: too many',
  },
  code: 'Code',
  actor: 'Who',
  time: 'Time',
  duration: 'Took',
  ms: (count: number) => `${count} ms`,
  address: 'From',
  id: 'Request id',
}
