// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// Marks its work with NVTX and does not know of the recorder.
#include <nvtx3/nvToolsExt.h>

int main()
{
    nvtxRangePushA("step");
    nvtxRangePushW(L"fo\u0308rward");
    nvtxMarkA("here");
    nvtxRangePop();
    const nvtxDomainHandle_t library = nvtxDomainCreateA("NCCL");
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "reduce";
    nvtxDomainRangePushEx(library, &attributes);
    nvtxDomainRangePop(library);
    attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    attributes.message.registered = nvtxDomainRegisterStringA(library, "gather");
    nvtxDomainRangePushEx(library, &attributes);
    nvtxDomainRangePop(library);
    nvtxRangeEnd(nvtxRangeStartA("overlapping"));
    nvtxRangePop();
    nvtxRangePop(); // one too many
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "outer";
    nvtxDomainRangePushEx(library, &attributes);
    nvtxRangePushA("inner");
    nvtxDomainRangePop(library); // before what is inside it
    nvtxRangePop();
    return 0;
}
