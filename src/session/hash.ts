/** A 64-bit hash as 16 hexadecimal digits. Not for secrets: it only has to keep ids apart. */
export function hash(text: string, seed: number): string {
  let a = 0x6a09e667 ^ seed;
  let b = 0xbb67ae85 ^ Math.imul(seed, 0x9e3779b1);
  // Two chains that do not wait for each other.
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ (a >>> 15) ^ unit, 0x85ebca77);
    b = Math.imul(b ^ (b >>> 13) ^ unit, 0xc2b2ae3d);
  }
  // Three rounds, so that every bit of the state reaches every digit.
  for (let round = 0; round < 3; round += 1) {
    a = mix((a + b) | 0, 0x7feb352d);
    b = mix((b + a) | 0, 0x846ca68b);
  }
  return hex(a) + hex(b);
}

function mix(value: number, factor: number): number {
  const once = Math.imul(value ^ (value >>> 16), factor);
  return once ^ (once >>> 15);
}

const HEX3 = Array.from({ length: 0x1000 }, (_, value) => value.toString(16).padStart(3, "0"));
const HEX2 = Array.from({ length: 0x100 }, (_, value) => value.toString(16).padStart(2, "0"));

/** Eight digits from tables: ids are made on the path of messages, and `toString` with `padStart` costs as much as the hash. */
function hex(value: number): string {
  return `${HEX3[value >>> 20]}${HEX3[(value >>> 8) & 0xfff]}${HEX2[value & 0xff]}`;
}
