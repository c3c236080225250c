//! The keywords of a message and where they stand.

/// Of the header; the version before them is not among them.
pub(super) const HEADER: [&str; 4] =
    ["CLASSIFICATION", "CREATION_DATE", "ORIGINATOR", "MESSAGE_ID"];
/// Of the header of every message.
pub(super) const HEADER_NEEDS: [&str; 2] = ["CREATION_DATE", "ORIGINATOR"];
/// Of the metadata of a segment.
pub(super) const METADATA: [&str; 18] = [
    "OBJECT_NAME",
    "OBJECT_ID",
    "CENTER_NAME",
    "REF_FRAME_A",
    "REF_FRAME_B",
    "ATTITUDE_DIR",
    "TIME_SYSTEM",
    "START_TIME",
    "USEABLE_START_TIME",
    "USEABLE_STOP_TIME",
    "STOP_TIME",
    "ATTITUDE_TYPE",
    "QUATERNION_TYPE",
    "EULER_ROT_SEQ",
    "RATE_FRAME",
    "ANGVEL_FRAME",
    "INTERPOLATION_METHOD",
    "INTERPOLATION_DEGREE",
];
/// Of the metadata of every segment.
pub(super) const METADATA_NEEDS: [&str; 8] = [
    "OBJECT_NAME",
    "OBJECT_ID",
    "REF_FRAME_A",
    "REF_FRAME_B",
    "TIME_SYSTEM",
    "START_TIME",
    "STOP_TIME",
    "ATTITUDE_TYPE",
];
/// Of the metadata of a segment with quaternions in version 1.0, and in it only.
pub(super) const ONLY_VERSION_ONE: [&str; 2] = ["ATTITUDE_DIR", "QUATERNION_TYPE"];
