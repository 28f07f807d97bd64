/** workerd's stream of a stated length, which Node lacks. It too has read a piece when the write of it ends. */
class StatedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(bytes: number) {
    let left = bytes;
    super({
      transform(piece, controller) {
        left -= piece.byteLength;
        if (left < 0) throw new TypeError("more bytes than stated");
        controller.enqueue(piece.slice());
      },
      flush() {
        if (left > 0) throw new TypeError("fewer bytes than stated");
      },
    });
  }
}

Object.assign(globalThis, { FixedLengthStream: StatedLengthStream });
