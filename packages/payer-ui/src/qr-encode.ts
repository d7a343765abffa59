/** A module that will hold data. */
const FREE = 2

/** Rows of modules: 1 is dark, 0 is light. */
export type QrModules = { size: number; cells: Uint8Array }

/** By version, from 1 to 40, at level M: into how many blocks the codewords are divided (ISO/IEC 18004, table 9). */
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
]
/** As above: the codewords of a block that correct errors. From version 22 on there are 28. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26]

/**
 * Encodes bytes as one segment, at level M, with a given mask (ISO/IEC 18004). Encoders in libraries also look for the
 * shortest mixture of modes and for the best mask, which takes most of their size and time.
 * @throws RangeError when no code can hold the bytes: 2,331 are the most.
 */
export function encodeQr(bytes: Uint8Array, mask: 2 | 3): QrModules {
  for (const [index, blocks] of BLOCKS.entries()) {
    const version = index + 1
    const modules = drawPatterns(version, mask)
    const correction = CORRECTION[index] ?? 28
    const codewords = modules.cells.filter((cell) => cell === FREE).length >> 3
    const room = codewords - blocks * correction
    const data = formatSegment(bytes, version)
    if (data.length > room) continue
    for (let filler = 0xec; data.length < room; filler ^= 0xec ^ 0x11) data.push(filler)
    placeBits(modules, interleave(data, blocks, correction), mask)
    return modules
  }
  throw new RangeError('The text is longer than a QR code can hold.')
}

/** The mode (4), the length, the bytes and the end (0), in half bytes: together they are whole bytes. */
function formatSegment(bytes: Uint8Array, version: number): number[] {
  const { length } = bytes
  const halves = [4, ...(version < 10 ? [] : [length >> 12, length >> 8]), length >> 4, length]
  for (const byte of bytes) halves.push(byte >> 4, byte)
  halves.push(0)
  return halves.flatMap((half, index) => (index % 2 ? [] : ((half & 15) << 4) | ((halves[index + 1] ?? 0) & 15)))
}

/** The modules that do not depend on the data (6.3), the format (7.9) and the version (7.10) among them. */
function drawPatterns(version: number, mask: number): QrModules {
  const size = 17 + 4 * version
  const cells = new Uint8Array(size * size).fill(FREE)
  const set: DrawModule = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) cells[y * size + x] = Number(dark)
  }
  /** Rings around a module. */
  const drawRings = (x: number, y: number, radius: number, light: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
      }
    }
  }
  const end = size - 1
  for (let at = 0; at < size; at += 1) {
    set(at, 6, at % 2 === 0)
    set(6, at, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [end - 3, 3],
    [3, end - 3],
  ] as const)
    drawRings(x, y, 4, [2, 4])
  const centres = listAlignments(version, size)
  // Three corners have their own patterns.
  const corners = [
    [6, 6],
    [6, size - 7],
    [size - 7, 6],
  ].map(String)
  for (const centre of centres.flatMap((x) => centres.map((y) => [x, y] as const))) {
    if (!corners.includes(String(centre))) drawRings(...centre, 2, [1])
  }
  drawInformation(version, mask, size, set)
  return { size, cells }
}

/** Draws one module; outside the code it does nothing. */
type DrawModule = (x: number, y: number, dark: number | boolean) => void

/** The format, which names level and mask, and from version 7 on the version. Each has its own correction. */
function drawInformation(version: number, mask: number, size: number, set: DrawModule): void {
  const format = addRemainder(mask, 10, 0x537) ^ 0x5412
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = (format >> bit) & 1
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, dark)
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, dark)
  }
  set(8, size - 8, 1)
  for (let bit = 0; version > 6 && bit < 18; bit += 1) {
    const dark = (addRemainder(version, 12, 0x1f25) >> bit) & 1
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)]
    set(near, far, dark)
    set(far, near, dark)
  }
}

/** Lists the rows and columns of alignment patterns (annex E). */
function listAlignments(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)]
}

/** A value with the remainder of its division by a polynomial over GF(2). */
function addRemainder(value: number, bits: number, polynomial: number): number {
  let rest = value << bits
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) rest ^= polynomial << (bit - bits)
  return (value << bits) | rest
}

/** Divides the data into blocks, adds each one's correction, and takes of each in turn (7.5, 7.6). */
function interleave(data: readonly number[], blocks: number, correction: number): number[] {
  const short = Math.floor(data.length / blocks)
  const longFrom = blocks - (data.length % blocks)
  const parts = Array.from({ length: blocks }, (_, index) => {
    const start = index * short + Math.max(0, index - longFrom)
    return data.slice(start, start + short + Number(index >= longFrom))
  })
  const takeTurns = (lists: readonly number[][], length: number) =>
    Array.from({ length }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
  const generator = createGenerator(correction)
  const corrections = parts.map((part) => computeCorrection(part, generator))
  return [...takeTurns(parts, short + 1), ...takeTurns(corrections, correction)]
}

/** The generator polynomial of Reed and Solomon (annex A): its roots are the powers of 2. */
function createGenerator(degree: number): number[] {
  let generator = [1]
  for (let power = 0, root = 1; power < degree; power += 1, root = multiply(root, 2)) {
    generator = [...generator, 0].map((one, index) => one ^ multiply(generator[index - 1] ?? 0, root))
  }
  return generator
}

/** The remainder of a block's division by the generator. */
function computeCorrection(block: readonly number[], generator: readonly number[]): number[] {
  const rest = [...block, ...Array<number>(generator.length - 1).fill(0)]
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at] ?? 0
    for (const [index, one] of generator.entries()) rest[at + index] = (rest[at + index] ?? 0) ^ multiply(one, factor)
  }
  return rest.slice(block.length)
}

/** In GF(256) with the polynomial of the standard. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let left = a, right = b; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = (left << 1) ^ (left & 0x80 ? 0x11d : 0)
  }
  return product
}

/** Fills the free modules, in columns of two from the right, up and down in turn (7.7.3), and masks them (7.8). */
function placeBits({ size, cells }: QrModules, codewords: readonly number[], mask: 2 | 3): void {
  let bit = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < 2 * size; step += 1) {
      const x = right - (step % 2)
      const line = step >> 1
      const y = (right + Number(right < 6)) % 4 ? line : size - 1 - line
      if (cells[y * size + x] !== FREE) continue
      const isMasked = (x + (mask === 3 ? y : 0)) % 3 === 0
      cells[y * size + x] = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) ^ Number(isMasked)
      bit += 1
    }
  }
}
