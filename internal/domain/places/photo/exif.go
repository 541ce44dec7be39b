package photo

import (
	"bytes"
	"encoding/binary"
)

// orientation returns how a JPEG is to be turned (1 to 8), which is all that is read of its Exif data; 1: as it is.
func orientation(file []byte) int {
	tiff := exifOf(file)
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	const entry, tag = 12, 0x0112
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entry {
			break
		}
		if order.Uint16(entries) == tag {
			if value := int(order.Uint16(entries[8:])); value >= 1 && value <= 8 {
				return value
			}
			break
		}
		entries = entries[entry:]
	}
	return 1
}

// exifOf returns the Exif data of a JPEG, which stand in a segment before its pixels; nil: there are none.
func exifOf(file []byte) []byte {
	const start, app1, scan = 2, 0xe1, 0xda
	if !bytes.HasPrefix(file, []byte("\xff\xd8")) {
		return nil
	}
	for rest := file[start:]; len(rest) >= 4 && rest[0] == 0xff && rest[1] != scan; {
		if rest[1] == 0xff { // a filling byte
			rest = rest[1:]
			continue
		}
		length := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		if length < 4 || length > len(rest) {
			return nil
		}
		if tiff, is := bytes.CutPrefix(rest[4:length], []byte("Exif\x00\x00")); is && rest[1] == app1 {
			return tiff
		}
		rest = rest[length:]
	}
	return nil
}
