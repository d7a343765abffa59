import type { Phase } from './phase.ts'

/** The icon of each phase: strokes of 1.75 in a box of 24. */
export const icons: Readonly<Record<Phase, string>> = {
  awaiting: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V12l3 2',
  remainder: 'M12 3a9 9 0 1 0 9 9M12 7.5V12l3 2',
  checking: 'M12 3a9 9 0 1 0 9 9',
  seen: 'M12 3a9 9 0 1 0 9 9',
  confirming: 'M12 3a9 9 0 1 0 9 9',
  completed: 'M5 12.5l4.5 4.5L19 7.5',
  expired: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V12l3 2',
  late: 'M12 4L2.8 19.5h18.4zM12 10v4M12 16.8v.2',
  cancelled: 'M7 7l10 10M17 7L7 17',
}
