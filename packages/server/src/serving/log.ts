import type { Answered, Attempted, Observer, Recorded } from '@crypto-checkout/core'
import { pino } from 'pino'
import { print, printError } from '../command-line/output.ts'

/** A running server's log. */
export type Log = {
  /** Logs a line that an operator should know. */
  line(text: string): void
  /** Normal progress. */
  info(text: string): void
  answered(answered: Answered): void
  recorded(event: Recorded): void
  attempted(attempt: Attempted): void
}

/** For people: problems go to standard error, the rest to standard output. Requests, events and webhooks are not logged. */
const textLog: Log = {
  line: (text) => printError(text),
  info: (text) => print(text),
  answered: () => {},
  recorded: () => {},
  attempted: () => {},
}

/**
 * One JSON object per line on standard output (pino): `level` is `info` or `warn`, `time` an ISO date. Only the
 * request fields named here are logged: no header, query, body or address.
 */
function jsonLog(): Log {
  const logger = pino({
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
  })
  return {
    line: (text) => logger.warn(text),
    info: (text) => logger.info(text),
    answered({ requestId, method, route, status, code, ms, paymentId }) {
      const fields = { requestId, method: toMethodName(method), route, status, code, ms: Math.round(ms * 10) / 10 }
      logger.info(paymentId === null ? fields : { ...fields, paymentId }, 'request')
    },
    recorded({ type, environment, network, paymentId }) {
      const fields = network === null ? { environment } : { environment, network }
      logger.info(paymentId === null ? fields : { ...fields, paymentId }, type)
    },
    attempted({ outcome, deliveryId, paymentId }) {
      if (outcome === 'delivered') return
      const fields = { outcome, deliveryId }
      logger.warn(paymentId === null ? fields : { ...fields, paymentId }, 'webhook')
    },
  }
}

/** Calls the observer and the log. */
export function combineObservers(observer: Observer, { answered, recorded, attempted }: Log): Observer {
  return {
    ...observer,
    answered(one) {
      observer.answered(one)
      answered(one)
    },
    recorded(event) {
      observer.recorded(event)
      recorded(event)
    },
    attempted(attempt) {
      observer.attempted(attempt)
      attempted(attempt)
    },
  }
}

export function openLog(format: 'text' | 'json' | undefined): Log {
  return format === 'json' ? jsonLog() : textLog
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Clients can send any word as a method. */
export function toMethodName(method: string): string {
  return METHODS.includes(method) ? method : 'OTHER'
}
